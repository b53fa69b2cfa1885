package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Modules of the page, each by itself. */
final class ModulesTest {

  @RegisterExtension static final Browser BROWSER = new Browser();

  @Test
  void formatsJsonWithoutChangingItsValues() {
    Object formatted =
        BROWSER
            .open()
            .runAsync(
                """
                const { formatted, elements, withoutProperties } = await import('/_explorer/js/json/text.js');
                return [
                  formatted('{"b":1.10,"a":[12345678901234567890,{},[],"\\\\u00e9"],"b":-0e5}'),
                  elements(' [1 , {"x":[2]},"]" ] ').join('|'),
                  elements('{"_rid":"r","Documents":[{"a":"\\\\""},null]}', 'Documents').join('|'),
                  withoutProperties('{"a":1,"_ts":{"x":2},"c":"3"}', ['_ts']),
                ].join('#');
                """);
    assertThat(formatted)
        .isEqualTo(
            """
            {
              "b": 1.10,
              "a": [
                12345678901234567890,
                {},
                [],
                "\\u00e9"
              ],
              "b": -0e5
            }#1|{"x":[2]}|"]"#{"a":"\\""}|null#{"a":1,"c":"3"}\
            """);
  }

  @Test
  void saysWhereJsonIsWrong() {
    Map<String, String> wrong =
        Map.of(
            "{\"a\": 1,}", "line 1, column 9",
            "[1 2]", "line 1, column 4",
            "{\"a\" 1}", "line 1, column 6",
            "[01]", "line 1, column 3",
            "\"abc", "line 1, column 1",
            "tru", "line 1, column 1",
            "[1]\n x", "line 2, column 2",
            "\"\\x\"", "line 1, column 2",
            "", "line 1, column 1");
    Page page = BROWSER.open();
    wrong.forEach(
        (text, where) -> {
          page.run("window.text = arguments[0]", text);
          Object message =
              page.runAsync(
                  "const { problemIn } = await import('/_explorer/js/json/text.js');"
                      + "return problemIn(window.text)?.message");
          assertThat(message).as(text).asString().contains(where);
        });
  }

  @Test
  void readsEventsInWhateverPiecesTheyCome() {
    Object events =
        BROWSER
            .open()
            .runAsync(
                """
                const { parser } = await import('/_explorer/js/api/events.js');
                const stream = ': hello\\n\\nevent: partitions\\ndata: {"a":\\ndata: 1}\\r\\n\\r\\ndata:x\\n\\nevent: cut';
                const read = (size) => {
                  const events = [];
                  const parse = parser((event, data) => events.push(event + '=' + data));
                  for (let i = 0; i < stream.length; i += size) {
                    parse(stream.slice(i, i + size));
                  }
                  return events.join('|');
                };
                return [1, 2, 3, 7, 1000].map(read).every((text, _, all) => text === all[0]) ? read(1) : 'differ';
                """);
    assertThat(events).isEqualTo("partitions={\"a\":\n1}|message=x");
  }

  @Test
  void placesHashesOnTheRing() {
    Object places =
        BROWSER
            .open()
            .runAsync(
                """
                const { placeOf, placesOf } = await import('/_explorer/js/api/epk.js');
                const round = (number) => Math.round(number * 1000);
                const all = (...bounds) => placesOf(bounds.slice(1).map((max, i) => ({ min: bounds[i], max })))
                  .map(({ begin, end }) => round(begin) + '-' + round(end)).join(' ');
                return [
                  all('', '15555555555555555555555555555555', '2AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'FF'),
                  all('', '05C1D5AB55AB54', '05C1E5AB55AB54', 'FF'),
                  all('', '61', '62', '63', 'FF'),
                  round(placeOf('3A5381E1114EB8D3FCC90795045B49B7')),
                ].join('; ');
                """);
    assertThat(places)
        .isEqualTo(
            "0-333 333-667 667-1000; 0-333 333-667 667-1000; 0-250 250-500 500-750 750-1000; 911");
  }

  @Test
  void widensThinPartitions() {
    Object drawn =
        BROWSER
            .open()
            .runAsync(
                """
                const { widened } = await import('/_explorer/js/api/epk.js');
                const round = (number) => Math.round(number * 1000);
                const show = (least, ...widths) => {
                  let end = 0;
                  const { drawn, at } = widened(widths.map((width) => ({ begin: end, end: end += width })), least);
                  return drawn.map(({ begin, end }) => round(begin) + '-' + round(end)).join(' ')
                    + ' ' + round(at(0)) + ' ' + round(at(0.5)) + ' ' + round(at(1));
                };
                const many = Array.from({ length: 1000 }, () => 0.001);
                const { drawn } = widened(many.map((width, i) => ({ begin: i * width, end: (i + 1) * width })), 0.012);
                return [
                  show(0.02, 1),
                  show(0.02, 0.25, 0.75),
                  show(0.02, 0.5, 0.0005, 0.4995),
                  show(0.1, 0.5, 0, 0.11, 0.39),
                  round(Math.min(...drawn.map(({ begin, end }) => (end - begin) * 1000))),
                ].join('; ');
                """);
    assertThat(drawn)
        .isEqualTo(
            "0-1000 0 500 1000; 0-250 250-1000 0 500 1000; 0-490 490-510 510-1000 0 490 1000;"
                + " 0-449 449-549 549-649 649-1000 0 549 1000; 1000");
  }
}
