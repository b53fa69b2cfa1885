package dev.partita.document;

import static dev.partita.testkit.Expect.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedTokenTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "{}",
        "[]",
        "null",
        "{\"v\":2,\"ranges\":[{\"min\":\"\",\"lsn\":1}]}",
        "{\"v\":1,\"ranges\":[]}",
        "{\"v\":1,\"ranges\":[{}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"\",\"lsn\":1.5}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"\",\"lsn\":-1}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"\",\"lsn\":1e300}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"\",\"lsn\":\"1\"}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"0\",\"lsn\":1}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"XY\",\"lsn\":1}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"\",\"max\":7,\"lsn\":1}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"20\",\"max\":\"10\",\"lsn\":1}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"20\",\"max\":\"20\",\"lsn\":1}]}",
        "{\"v\":1,\"ranges\":[{\"min\":\"\",\"lsn\":1},7]}",
      })
  void refusesATokenThatIsNone(String text) {
    assertFails(ErrorCode.BAD_REQUEST, () -> FeedToken.decode(text));
  }

  @Property(tries = 300)
  void refusesAnyOtherTextAsAToken(@ForAll String text) {
    assertFails(ErrorCode.BAD_REQUEST, () -> FeedToken.decode(text));
  }

  @Property(tries = 200)
  void readsATokenAsItWasWritten(@ForAll byte[] min, @ForAll byte more, @ForAll long lsn) {
    byte[] max = Arrays.copyOf(min, min.length + 1);
    max[min.length] = more;
    FeedToken token =
        new FeedToken(
            List.of(
                new FeedToken.Part(new KeyRange(min, max), lsn & Long.MAX_VALUE),
                new FeedToken.Part(new KeyRange(max, null), 0)));

    assertThat(FeedToken.decode(token.encode())).isEqualTo(token);
  }
}
