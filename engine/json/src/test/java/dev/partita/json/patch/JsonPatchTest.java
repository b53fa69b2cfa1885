package dev.partita.json.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPatchTest {

  private static final List<JsonPath> KEY = List.of(JsonPath.parse("/pk"));

  /** Quotes are written as ' for legibility. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'a':1} | {'op':'add','path':'/b','value':2} | {'a':1,'b':2}",
        "{'a':1} | {'op':'add','path':'/a','value':null} | {'a':null}",
        "{'a':{}} | {'op':'add','path':'/a/b','value':{'c':[]}} | {'a':{'b':{'c':[]}}}",
        "{'a':[1,2]} | {'op':'add','path':'/a/1','value':9} | {'a':[1,9,2]}",
        "{'a':[1,2]} | {'op':'add','path':'/a/0','value':9} | {'a':[9,1,2]}",
        "{'a':[1,2]} | {'op':'add','path':'/a/2','value':9} | {'a':[1,2,9]}",
        "{'a':[1,2]} | {'op':'add','path':'/a/-','value':9} | {'a':[1,2,9]}",
        "{'a':[{'b':1}]} | {'op':'add','path':'/a/0/c','value':2} | {'a':[{'b':1,'c':2}]}",
        "{'a':1} | {'op':'set','path':'/b','value':2} | {'a':1,'b':2}",
        "{'a':1} | {'op':'set','path':'/a','value':2} | {'a':2}",
        "{'a':[1,2]} | {'op':'set','path':'/a/1','value':9} | {'a':[1,9]}",
        "{'a':[1,2]} | {'op':'set','path':'/a/-','value':9} | {'a':[1,2,9]}",
        "{'a':1} | {'op':'replace','path':'/a','value':2} | {'a':2}",
        "{'a':[1,2]} | {'op':'replace','path':'/a/0','value':9} | {'a':[9,2]}",
        "{'a':1,'b':2} | {'op':'remove','path':'/a'} | {'b':2}",
        "{'a':1,'b':2} | {'op':'remove','path':'/a','value':null} | {'b':2}",
        "{'a':[1,2,3]} | {'op':'remove','path':'/a/1'} | {'a':[1,3]}",
        "{'a':1} | {'op':'incr','path':'/a','value':5} | {'a':6}",
        "{'a':1} | {'op':'incr','path':'/a','value':-0.5} | {'a':0.5}",
        "{'a':0.5} | {'op':'incr','path':'/a','value':0.5} | {'a':1}",
        "{} | {'op':'incr','path':'/a','value':5} | {'a':5}",
        "{'a':[1]} | {'op':'incr','path':'/a/0','value':5} | {'a':[6]}",
        "{'a':9007199254740993} | {'op':'incr','path':'/a','value':1} | {'a':9007199254740994}",
        "{'a':9223372036854775807} | {'op':'incr','path':'/a','value':1} |"
            + " {'a':9223372036854775808}",
        "{'a':1,'b':{}} | {'op':'move','from':'/a','path':'/b/c'} | {'b':{'c':1}}",
        "{'a':1,'b':2} | {'op':'move','from':'/a','path':'/b'} | {'b':1}",
        "{'a':[1,2,3]} | {'op':'move','from':'/a/0','path':'/a/2'} | {'a':[2,3,1]}",
        "{'a':[1,2,3]} | {'op':'move','from':'/a/0','path':'/a/-'} | {'a':[2,3,1]}",
        "{'a':[1,2],'b':0} | {'op':'move','from':'/b','path':'/a/1'} | {'a':[1,0,2]}",
        "{'a':1} | {'op':'move','from':'/a','path':'/a'} | {'a':1}",
        "{'a/b':1,'m~n':2} | {'op':'set','path':'/a~1b','value':9} | {'a/b':9,'m~n':2}",
        "{'m~n':2} | {'op':'remove','path':'/m~0n'} | {}",
        "{'~1':2} | {'op':'set','path':'/~01','value':3} | {'~1':3}",
        "{'a':{'':1}} | {'op':'remove','path':'/a/'} | {'a':{}}",
        "{'a':{'0':1}} | {'op':'set','path':'/a/0','value':2} | {'a':{'0':2}}",
      })
  void changesADocument(String before, String operation, String after) {
    JsonObject document = document(before);
    String unchanged = document.toString();
    JsonObject result = patch("[" + operation + "]").apply(document, KEY);
    assertThat(result).isEqualTo(document(after));
    assertThat(document).hasToString(unchanged);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'a':[1]} | {'op':'add','path':'/a/2','value':9} | no such index",
        "{'a':[1]} | {'op':'add','path':'/a/01','value':9} | no such index",
        "{'a':[1]} | {'op':'add','path':'/a/x','value':9} | no such index",
        "{'a':[1]} | {'op':'add','path':'/a/-1','value':9} | no such index",
        "{'a':[1]} | {'op':'add','path':'/a/99999999999','value':9} | no such index",
        "{} | {'op':'add','path':'/a/b','value':9} | no path found beyond",
        "{'a':1} | {'op':'add','path':'/a/b','value':9} | no path found beyond",
        "{'a':[1]} | {'op':'add','path':'/a/1/b','value':9} | no such index",
        "{'a':[1]} | {'op':'set','path':'/a/1','value':9} | no such index",
        "{} | {'op':'replace','path':'/a','value':9} | nothing at the place",
        "{'a':[1]} | {'op':'replace','path':'/a/1','value':9} | no such index",
        "{'a':[1]} | {'op':'replace','path':'/a/-','value':9} | no such index",
        "{} | {'op':'remove','path':'/a'} | nothing at the place",
        "{'a':[1]} | {'op':'remove','path':'/a/1'} | no such index",
        "{'a':'x'} | {'op':'incr','path':'/a','value':1} | increment a number only",
        "{'a':null} | {'op':'incr','path':'/a','value':1} | increment a number only",
        "{'a':1e308} | {'op':'incr','path':'/a','value':1.7e308} | beyond its range",
        "{'a':[1]} | {'op':'incr','path':'/a/1','value':1} | no such index",
        "{} | {'op':'incr','path':'/a/b','value':1} | no path found beyond",
        "{'b':1} | {'op':'move','from':'/a','path':'/b'} | nothing to move",
        "{'a':[1]} | {'op':'move','from':'/a/1','path':'/b'} | no such index",
        "{'a':{'b':{}}} | {'op':'move','from':'/a','path':'/a/b/c'} | into itself",
        "{'a':1} | {'op':'move','from':'/a','path':'/b/c'} | no path found beyond",
        "{'id':'x'} | {'op':'set','path':'/id','value':'y'} | id or a system property",
        "{} | {'op':'add','path':'/_rid','value':'y'} | id or a system property",
        "{} | {'op':'add','path':'/_self','value':'y'} | id or a system property",
        "{} | {'op':'add','path':'/_etag','value':'y'} | id or a system property",
        "{} | {'op':'incr','path':'/_ts','value':1} | id or a system property",
        "{} | {'op':'add','path':'/_attachments','value':'y'} | id or a system property",
        "{'id':'x'} | {'op':'move','from':'/id','path':'/b'} | id or a system property",
        "{'a':'x'} | {'op':'move','from':'/a','path':'/id'} | id or a system property",
        "{'pk':'x'} | {'op':'set','path':'/pk','value':'y'} | partition key",
        "{'pk':{}} | {'op':'set','path':'/pk/x','value':'y'} | partition key",
        "{'pk':'x'} | {'op':'move','from':'/pk','path':'/b'} | partition key",
      })
  void refusesWithTheNameOfTheOperation(String before, String operation, String message) {
    JsonPatch patch = patch("[{'op':'set','path':'/first','value':0}," + operation + "]");
    DatabaseException refusal =
        catchThrowableOfType(DatabaseException.class, () -> patch.apply(document(before), KEY));
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refusal.text()).contains(message);
    assertThat(refusal.context())
        .containsEntry("index", 1)
        .containsEntry("op", patch.operations().get(1).op())
        .containsEntry("path", patch.operations().get(1).path().toString());
  }

  @Test
  void parentsOfANestedPartitionKeyAreOutOfReach() {
    List<JsonPath> nested = List.of(JsonPath.parse("/a/b"));
    JsonObject document = document("{'a':{'b':1,'c':1}}");
    assertThat(patch("[{'op':'set','path':'/a/c','value':2}]").apply(document, nested))
        .isEqualTo(document("{'a':{'b':1,'c':2}}"));
    DatabaseException refusal =
        catchThrowableOfType(
            DatabaseException.class,
            () -> patch("[{'op':'remove','path':'/a'}]").apply(document, nested));
    assertThat(refusal.context()).containsEntry("partitionKey", "/a/b");
  }

  @Test
  void laterOperationsSeeEarlierOnes() {
    JsonPatch patch =
        patch(
            "[{'op':'add','path':'/a','value':{}},{'op':'set','path':'/a/b','value':[1]},"
                + "{'op':'incr','path':'/a/b/0','value':1},{'op':'move','from':'/a/b','path':'/c'},"
                + "{'op':'remove','path':'/a'}]");
    assertThat(patch.apply(JsonObject.EMPTY, KEY)).hasToString("{\"c\":[2]}");
  }

  @Test
  void readsTheFormWithACondition() {
    JsonPatch patch =
        patch("{'operations':[{'op':'remove','path':'/a'}],'condition':'from c where c.n = 1'}");
    assertThat(patch.operations())
        .containsExactly(new PatchOperation.Remove(JsonPointer.parse("/a")));
    assertThat(JsonPatch.condition(read("{'condition':'from c where c.n = 1'}")))
        .contains("from c where c.n = 1");
    assertThat(JsonPatch.condition(read("{'condition':null}"))).isEmpty();
    assertThat(JsonPatch.condition(read("[]"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "{}",
        "[]",
        "{'operations':[]}",
        "{'operations':{}}",
        "{'operations':[{'op':'remove','path':'/a'}],'condition':1}",
        "[1]",
        "[{}]",
        "[{'op':'copy','from':'/a','path':'/b'}]",
        "[{'op':'test','path':'/a','value':1}]",
        "[{'op':'add','path':'/a'}]",
        "[{'op':'add','value':1}]",
        "[{'op':'add','path':1,'value':1}]",
        "[{'op':'add','path':'','value':1}]",
        "[{'op':'add','path':'a','value':1}]",
        "[{'op':'add','path':'/a~2','value':1}]",
        "[{'op':'add','path':'/a~','value':1}]",
        "[{'op':'add','path':'/~~01','value':1}]",
        "[{'op':'incr','path':'/a','value':'1'}]",
        "[{'op':'incr','path':'/a'}]",
        "[{'op':'move','path':'/a'}]",
      })
  void refusesWhatIsNotAPatch(String text) {
    DatabaseException refusal = catchThrowableOfType(DatabaseException.class, () -> patch(text));
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void namesTheOperationThatCannotBeRead() {
    DatabaseException refusal =
        catchThrowableOfType(
            DatabaseException.class,
            () -> patch("[{'op':'remove','path':'/a'},{'op':'copy','path':'/b'}]"));
    assertThat(refusal.context())
        .containsEntry("index", 1)
        .containsEntry("op", "copy")
        .containsEntry("path", "/b");
  }

  @Test
  void hasTenOperationsAtMost() {
    String one = "{'op':'incr','path':'/n','value':1}";
    assertThat(patch("[" + one + ("," + one).repeat(9) + "]").apply(JsonObject.EMPTY, KEY))
        .hasToString("{\"n\":10}");
    DatabaseException refusal =
        catchThrowableOfType(
            DatabaseException.class, () -> patch("[" + one + ("," + one).repeat(10) + "]"));
    assertThat(refusal.context()).containsEntry("operations", 11);
  }

  @Test
  void theResultStaysReadable() {
    String deep = "[".repeat(100) + "]".repeat(100);
    JsonObject document = document("{'a':" + "[".repeat(99) + "{}" + "]".repeat(99) + "}");
    String path = "/a" + "/0".repeat(99) + "/b";
    JsonPatch patch = patch("[{'op':'add','path':'" + path + "','value':" + deep + "}]");
    DatabaseException refusal =
        catchThrowableOfType(DatabaseException.class, () -> patch.apply(document, KEY));
    assertThat(refusal.text()).contains("nest too deep");
  }

  private static JsonValue read(String json) {
    return JsonReader.DEFAULT.read(json.replace('\'', '"'));
  }

  private static JsonPatch patch(String text) {
    return JsonPatch.fromJson(JsonReader.DEFAULT.read(text.replace('\'', '"')));
  }

  private static JsonObject document(String text) {
    return (JsonObject) JsonReader.DEFAULT.read(text.replace('\'', '"'));
  }
}
