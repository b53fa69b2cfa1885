package dev.partita.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ParameterUseTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function (item) { return item.a + item.b.c; }",
        "function total(item) { return item.a * item.b[0]; }",
        "total(item) { return item.a || item.b; }",
        "item => item.a + item.b",
        "  async (item) => { return item.a(item.b) }",
        "function (item) { if (!item || !item.a) return null; return item.b; }",
        "function (item) { if (item) { return item.a === item.b; } }",
        "function (item) { return item && item.a && item.b > 0; }",
        "function (item) { return item != null && typeof item === 'object' ? item.a : item?.b; }",
        "function (item) { item.a = 1; item.b++; delete item.a; return item.a; }",
        "function (item) { // of item.a\n return other.item + item.b; }",
        "function (item) { return `${item.a}${item.b}`; }",
      })
  void knowsWhichPropertiesAreLookedAt(String body) {
    assertThat(ParameterUse.of(body)).containsExactly(Set.of("a", "b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function (item) { return item['a']; }",
        "function (item) { return JSON.stringify(item); }",
        "function (item) { return {...item}; }",
        "function (item) { return { item }; }",
        "function (item) { const { a } = item; return a; }",
        "function (item) { var all = item; return all.a; }",
        "function (item) { return 'a' in item; }",
        "function (item) { return '' + item && item.a; }",
        "function (item) { for (var name in item) return name; }",
        "function (item) { return item.hasOwnProperty('a'); }",
        "function (item) { return item.toString; }",
        "function (item) { return item || item.a; }",
        "function (item) { return item }",
        "function (item) { return `${item}`; }",
        "function (item) { return !item['a']; }",
        "function (item) { return !item\n.a; }",
        "function (item) { return item.\u00e9; }",
        "function (item) { return item.n\u00e4me; }",
        "function (item) { return item /* of */ .a; }",
        "function (item) { if (is(item)) return item.a; }",
        "function (item) { return item == other; }",
      })
  void saysNothingOfAParameterThatIsUsedOtherwise(String body) {
    assertThat(ParameterUse.of(body)).isEqualTo(Arrays.asList((Object) null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function (item) { return arguments[0].b + item.a; }",
        "function (item) { return it\\u0065m.b + item.a; }",
        "function f(item) { Object.prototype.x = 1; return item.x; }",
        "function (item) { return item.__proto__; }",
        "function (item) { return [].constructor(item.a); }",
        "function (item) { return this.x + item.a; }",
        "function (item = {}) { return item.a; }",
        "function ({ a }) { return a; }",
        "function (...items) { return items.a; }",
        "function () { return 1; }",
        "/* of items */ function (item) { return item.a; }",
        "class",
      })
  void saysNothingOfAFunctionThatGetsAtItsParametersOtherwise(String body) {
    assertThat(ParameterUse.of(body)).isEmpty();
  }

  @Test
  void tellsParametersApart() {
    assertThat(ParameterUse.of("function (item, limit, $x) { return item.a > limit; }"))
        .isEqualTo(Arrays.asList(Set.of("a"), null, Set.of()));
    assertThat(ParameterUse.of("(a, ab) => a.b + ab.c + xa.d + $a.e + a.f"))
        .containsExactly(Set.of("b", "f"), Set.of("c"));
  }
}
