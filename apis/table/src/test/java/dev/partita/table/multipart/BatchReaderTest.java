package dev.partita.table.multipart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class BatchReaderTest {

  private static final String TYPE = "Content-Type: application/http";

  /** What the parts of a change set mean, or that they are refused. */
  private static List<String> read(List<String> parts) {
    StringBuilder body = new StringBuilder();
    body.append("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n");
    parts.forEach(part -> body.append("--c\r\n").append(part).append("\r\n"));
    body.append("--c--\r\n--b--\r\n");
    try {
      return BatchReader.read("multipart/mixed; boundary=b", body.toString().getBytes(UTF_8))
          .requests()
          .stream()
          .map(BatchReaderTest::text)
          .toList();
    } catch (DatabaseException e) {
      return List.of("refused " + e.text());
    }
  }

  private static String text(SubRequest request) {
    StringBuilder headers = new StringBuilder();
    request.head().headers().forEach((name, value) -> headers.append(name + "=" + value + ";"));
    int length = request.to() - request.from();
    return String.join(
        " | ",
        request.head().method(),
        request.head().target(),
        headers,
        new String(request.body(), request.from(), length, UTF_8));
  }

  @Provide
  Arbitrary<String> parts() {
    Arbitrary<String> lineEnd = Arbitraries.of("\r\n", "\r\n", "\n");
    Arbitrary<String> head =
        Arbitraries.of(
            "POST /t HTTP/1.1", "POST /t HTTP/1.1", "POST /tt HTTP/1.1", "DELETE /t(1) HTTP/1.1");
    Arbitrary<String> headers =
        Arbitraries.of("", "", "A: 1", "A: 1", "A: 1\r\nB: 2", "A: 12", "\r\nA: 1");
    Arbitrary<String> body = Arbitraries.of("", "{}", "{\"a\":1}", "\r\n", "B: 2\r\n\r\n{}");
    return Combinators.combine(lineEnd, head, headers, body)
        .as(
            (end, first, fields, rest) ->
                TYPE
                    + end
                    + end
                    + first
                    + (fields.isEmpty() ? "" : end + fields)
                    + (rest.isEmpty() ? "" : end + end + rest));
  }

  @Property
  void aRequestIsReadTheSameWhateverComesBeforeIt(
      @ForAll @Size(min = 1, max = 5) List<@From("parts") String> parts) {
    List<String> alone = new ArrayList<>();
    parts.forEach(part -> alone.addAll(read(List.of(part))));

    assertThat(read(parts)).isEqualTo(alone);
  }
}
