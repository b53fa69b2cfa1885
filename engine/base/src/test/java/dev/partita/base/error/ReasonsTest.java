package dev.partita.base.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Readable messages, without names of classes. */
class ReasonsTest {

  @Test
  void failuresOfFilesSayWhatAndWhere() {
    assertThat(Reasons.of(new NoSuchFileException("/nope/o.csv")))
        .isEqualTo("there is no file or folder /nope/o.csv");
    assertThat(Reasons.of(new AccessDeniedException("/root")))
        .isEqualTo("permission denied: /root");
    assertThat(Reasons.of(new FileSystemException("/a", null, "No space left on device")))
        .isEqualTo("No space left on device: /a");
    assertThat(Reasons.of(new FileSystemException("/a"))).isEqualTo("/a");
    assertThat(Reasons.of(new UncheckedIOException(new NoSuchFileException("/x")))).isEqualTo("/x");
    assertThat(Reasons.of(new UncheckedIOException("", new NoSuchFileException("/x"))))
        .isEqualTo("there is no file or folder /x");
  }

  @Test
  void namesOfClassesAreLeftOut() {
    assertThat(
            Reasons.of(
                new IOException(
                    "PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilder"
                        + "Exception: unable to find valid certification path")))
        .isEqualTo("PKIX path building failed: unable to find valid certification path");
    assertThat(Reasons.of(new SocketTimeoutException())).isEqualTo("socket timeout");
    assertThat(Reasons.of(new UnknownHostException("nowhere.test")))
        .isEqualTo("the host nowhere.test is not known");
    assertThat(
            Reasons.of(
                new ClassCastException(
                    "class java.lang.String cannot be cast to class java.lang.Number"
                        + " (java.lang.String and java.lang.Number are in module java.base)")))
        .isEqualTo("a value is a string where a number is needed");
    assertThat(Reasons.of("This is no java.lang.Comparable for it."))
        .isEqualTo("This is no comparable for it.");
    assertThat(Reasons.of("See https://www.example.com/Page and /home/ada.x/Y"))
        .isEqualTo("See https://www.example.com/Page and /home/ada.x/Y");
  }

  @Test
  void placesInJsonAreToldWithoutTheParser() {
    assertThat(
            Reasons.of(
                "Unexpected end-of-input (start marker at [Source: REDACTED"
                    + " (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column:"
                    + " 2])"))
        .isEqualTo("Unexpected end-of-input (start marker at line: 1, column: 2)");
  }

  @Test
  void valuesFollowTheSentenceInWords() {
    var failure =
        DatabaseException.badRequest("The request units are used up.")
            .with("retryAfterMillis", 12)
            .with("provisionedRuPerSecond", 400.0)
            .with("key", "[\"a\"]")
            .with("reason", new NoSuchFileException(Path.of("x").toString()));
    assertThat(failure)
        .hasMessage(
            "The request units are used up. (retry after millis 12, provisioned RU per second"
                + " 400.0, key [\"a\"], reason there is no file or folder x)");
    assertThat(DatabaseException.badRequest("Plain.")).hasMessage("Plain.");
    assertThat(Reasons.details(Map.of())).isEmpty();
    assertThat(Reasons.details(new LinkedHashMap<>(Map.of("otherId", 5))))
        .isEqualTo(" (other id 5)");
  }
}
