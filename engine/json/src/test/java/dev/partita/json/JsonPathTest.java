package dev.partita.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {

  @Test
  void splitsPlainAndQuotedNames() {
    assertThat(JsonPath.parse("/a/b").steps()).containsExactly("a", "b");
    assertThat(JsonPath.parse("/\"quoted name\"/c").steps()).containsExactly("quoted name", "c");
    assertThat(JsonPath.parse("/'it\"s'/\"a/b\"").steps()).containsExactly("it\"s", "a/b");
    assertThat(JsonPath.parse("/\"say \\\"hi\\\" \\\\\"").steps()).containsExactly("say \"hi\" \\");
    assertThat(JsonPath.parse("/my-key/käse").steps()).containsExactly("my-key", "käse");
  }

  @Test
  void printsWhatWasParsedAndComparesByMeaning() {
    assertThat(JsonPath.parse("/\"a\"/b")).hasToString("/\"a\"/b");
    assertThat(JsonPath.parse("/\"a\"/b")).isEqualTo(JsonPath.parse("/a/b"));
    assertThat(JsonPath.parse("/\"a\"/b")).hasSameHashCodeAs(JsonPath.parse("/a/b"));
    assertThat(JsonPath.of("a", "two words")).hasToString("/a/\"two words\"");
  }

  /** Clients read the path of a partition key so, and its values with it. */
  @Test
  void bracketsArePartOfAName() {
    assertThat(JsonPath.parse("/key[0]")).isEqualTo(JsonPath.of("key[0]"));
    assertThat(JsonPath.of("key[0]")).hasToString("/\"key[0]\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "/",
        "//",
        "/a/",
        "/a//b",
        "a/b",
        "/a/*",
        "/*",
        "/a/?",
        "/a/[]/b",
        "/a b",
        "/\"a",
        "/\"a\"b",
        "/a\"b\"",
        "/\"a\\",
        "/a\u0000"
      })
  void refusesWhatIsNotAPathAndNamesIt(String text) {
    assertThatThrownBy(() -> JsonPath.parse(text))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.context()).containsEntry("path", text).containsKey("position"));
  }

  @Test
  void evaluatesToUndefinedWhereNothingIs() {
    JsonValue document = JsonReader.DEFAULT.read("{\"a\":{\"b\":1,\"n\":null},\"l\":[{\"b\":2}]}");
    assertThat(JsonPath.parse("/a/b").evaluate(document)).isEqualTo(JsonNumber.of(1));
    assertThat(JsonPath.parse("/a/n").evaluate(document)).isEqualTo(JsonNull.NULL);
    assertThat(JsonPath.parse("/a/n/x").evaluate(document).isUndefined()).isTrue();
    assertThat(JsonPath.parse("/a/x").evaluate(document).isUndefined()).isTrue();
    assertThat(JsonPath.parse("/l/b").evaluate(document).isUndefined()).isTrue();
    assertThat(JsonPath.parse("/l/0").evaluate(document).isUndefined()).isTrue();
  }

  @Test
  void knowsItsPrefixes() {
    assertThat(JsonPath.parse("/a").isPrefixOf(JsonPath.parse("/\"a\"/b"))).isTrue();
    assertThat(JsonPath.parse("/a").isPrefixOf(JsonPath.parse("/a"))).isTrue();
    assertThat(JsonPath.parse("/a").isPrefixOf(JsonPath.parse("/ab"))).isFalse();
    assertThat(JsonPath.parse("/a/b").isPrefixOf(JsonPath.parse("/a"))).isFalse();
  }

  @Property
  void everyNameHasAPath(@ForAll @Size(min = 1, max = 4) List<String> steps) {
    JsonPath path = JsonPath.of(steps.toArray(String[]::new));
    assertThat(path.steps()).isEqualTo(steps);
    assertThat(JsonPath.parse(path.toString())).isEqualTo(path);
  }
}
