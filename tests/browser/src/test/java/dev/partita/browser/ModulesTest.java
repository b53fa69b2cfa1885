package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Modules of the page in isolation. */
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

  @Test
  void componentsOfGraphsLieSideBySide() {
    Object problems =
        BROWSER
            .open()
            .runAsync(
                """
                const { ForceLayout } = await import('/_explorer/js/widgets/force-layout.js');
                const { boxOf, componentsOf } = await import('/_explorer/js/widgets/components.js');
                const problems = [];
                const settle = (what, nodes, links) => {
                  const layout = new ForceLayout(nodes, links);
                  let steps = 0;
                  while (layout.step()) {
                    steps += 1;
                    if (steps > 1000) {
                      problems.push(`${what}: no end`);
                      return;
                    }
                  }
                  const boxes = componentsOf(nodes, links).map(boxOf);
                  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
                    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.01
                      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.01) {
                      problems.push(`${what}: two components lie on each other`);
                    }
                  }));
                  const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
                  const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
                  const used = boxes.reduce((sum, { left, right, top, bottom }) => sum + (right - left) * (bottom - top), 0);
                  return { width, height, used };
                };
                const graph = (...sizes) => {
                  const nodes = [];
                  const links = [];
                  for (const size of sizes) {
                    const first = nodes.length;
                    for (let i = 0; i < size; i += 1) {
                      nodes.push({ name: nodes.length });
                      if (i > 0) {
                        links.push({ from: nodes[first + Math.floor(i / 3)], to: nodes[first + i] });
                      }
                    }
                  }
                  return [nodes, links];
                };
                for (const sizes of [[1], [20], [1, 1], [5, 4, 3, 2, 1], [30, 8, 8, 3, 2, ...Array(20).fill(1)], Array(60).fill(1), Array(40).fill(6)]) {
                  const { width, height, used } = settle(sizes.join(), ...graph(...sizes));
                  if (sizes.length > 4 && (width * height > 2 * used || width > 3 * height || height > 2 * width)) {
                    problems.push(`${sizes}: ${width} x ${height} for ${used}`);
                  }
                }
                // A component that grows pushes others aside and keeps its place; one that breaks
                // apart is divided.
                const [nodes, links] = graph(12, 6, 6, 1, 1, 1, 1);
                settle('before', nodes, links);
                const before = nodes.map(({ x, y }) => ({ x, y }));
                const more = Array.from({ length: 25 }, (_, i) => ({ name: `new ${i}`, near: nodes[0] }));
                const grown = [...nodes, ...more];
                settle('grown', grown, [...links, ...more.map((to) => ({ from: nodes[0], to }))]);
                const moved = nodes.slice(0, 12).map(({ x, y }, i) => Math.hypot(x - before[i].x, y - before[i].y));
                if (Math.max(...moved) > 600) {
                  problems.push(`what was there moved by ${Math.max(...moved)}`);
                }
                settle('fallen apart', grown.slice(1), links.filter(({ from }) => from !== nodes[0]));
                return problems.join('; ');
                """);
    assertThat(problems).isEqualTo("");
  }
}
