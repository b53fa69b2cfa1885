package dev.partita.mql.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.bson.ExtendedJson;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import dev.partita.mql.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectionTest {

  /** Expressions that are a path or a constant. */
  private static final MqlContext CONTEXT =
      new MqlContext(
          null,
          source ->
              source.isString() && source.asString().startsWith("$")
                  ? (document, _) -> document.get(source.asString().substring(1))
                  : (_, _) -> source);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'b':1,'a':1} | {'_id':1,'a':1,'c':2,'b':3} | {'_id':1,'a':1,'b':3}",
        "{'a':0} | {'_id':1,'a':1,'b':2} | {'_id':1,'b':2}",
        "{'_id':0} | {'_id':1,'a':1} | {'a':1}",
        "{'_id':1} | {'_id':1,'a':1} | {'_id':1}",
        "{'a.b':1} | {'a':[{'b':1,'c':2},3,[{'b':5,'c':3}],{'c':1}]} |"
            + " {'a':[{'b':1},[{'b':5}],{}]}",
        "{'a.b':0} | {'a':[{'b':1,'c':2},3,[{'b':5,'c':3}]]} | {'a':[{'c':2},3,[{'c':3}]]}",
        "{'a.b':1} | {'a':5} | {}",
        "{'a':{'b':1},'a.c':1} | {'a':{'b':1,'c':2,'d':3}} | {'a':{'b':1,'c':2}}",
        "{'a':{'$slice':1}} | {'a':[1,2],'b':1} | {'a':[1],'b':1}",
        "{'a':{'$slice':-2}} | {'a':[1,2,3]} | {'a':[2,3]}",
        "{'a':{'$slice':[-2,1]},'b':1} | {'a':[1,2,3],'b':1,'c':1} | {'a':[2],'b':1}",
        "{'a':{'$elemMatch':{'b':1}},'d':1} | {'a':[{'b':0},{'b':1,'c':2}],'d':1} |"
            + " {'d':1,'a':[{'b':1,'c':2}]}",
        "{'a':{'$elemMatch':{'$gt':1}},'d':0} | {'d':1,'a':[1,2,3],'e':1} | {'a':[2],'e':1}",
        "{'c':'$a','b':1} | {'a':7,'b':1} | {'b':1,'c':7}",
        "{'c.d':'$a'} | {'a':1,'c':[1,{'x':1}]} | {'c':[{'d':1},{'d':1}]}",
        "{'b.x':'$a','b.y':1} | {'a':2,'b':{'x':5,'y':2}} | {'b':{'y':2,'x':2}}",
      })
  void projectionsShowParts(String projection, String document, String expected) {
    assertThat(parse(projection).apply(json(document), Variables.NONE)).isEqualTo(json(expected));
  }

  @Test
  void thePositionalProjectionShowsTheMatchedElement() {
    Projection projection = parse("{'a.$':1}");
    assertThat(projection.isPositional()).isTrue();
    assertThat(projection.apply(json("{'a':[1,2],'b':1}"), Variables.NONE, 1))
        .isEqualTo(json("{'a':[2]}"));
    assertThatThrownBy(() -> projection.apply(json("{'a':[1]}"), Variables.NONE, -1))
        .isInstanceOfSatisfying(MqlException.class, e -> assertThat(e.code()).isEqualTo(51246));
    assertThatThrownBy(() -> projection.apply(json("{'a':[1]}"), Variables.NONE, 3))
        .isInstanceOfSatisfying(MqlException.class, e -> assertThat(e.code()).isEqualTo(51247));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'a':1,'b':0} | 31254 | Cannot do exclusion on field b in inclusion projection",
        "{'a':0,'b':1} | 31253 | Cannot do inclusion on field b in exclusion projection",
        "{'a':1,'a.c':1} | 31249 | Path collision at a.c remaining portion c",
        "{'a.c':1,'a':1} | 31250 | Path collision at a",
        "{'a.b':{'$elemMatch':{'x':1}}} | 31275 |"
            + " Cannot use $elemMatch projection on a nested field.",
        "{'a':{}} | 51270 |"
            + " An empty sub-projection is not a valid value. Found empty object at path",
        "{'a.$':1,'b.$':1} | 31276 |"
            + " Cannot specify more than one positional projection per query.",
        "{'b':0,'c':'$a'} | 31310 | Cannot use an expression c: \"$a\" in an exclusion projection",
        "{'a':{'$meta':'textScore'}} | 115 | $meta is not supported in a projection.",
        "{'a..b':1} | 15998 | FieldPath field names may not be empty strings.",
      })
  void whatIsNoProjectionIsRefusedInMongoDbsWords(String projection, int code, String text) {
    assertThatThrownBy(() -> parse(projection))
        .isInstanceOfSatisfying(
            MqlException.class,
            e -> {
              assertThat(e.text()).isEqualTo(text);
              assertThat(e.code()).isEqualTo(code);
            });
  }

  @Test
  void arraysSortByTheirSmallestOrLargestElement() {
    String[] documents = {
      "{'_id':1,'a':[5,1]}",
      "{'_id':2,'a':[3]}",
      "{'_id':3}",
      "{'_id':4,'a':[]}",
      "{'_id':5,'a':2}",
    };
    assertThat(sorted("{'a':1}", documents)).containsExactly(4, 3, 1, 5, 2);
    assertThat(sorted("{'a':-1}", documents)).containsExactly(1, 2, 5, 3, 4);
    assertThat(
            sorted(
                "{'a.b':1,'_id':-1}",
                "{'_id':1,'a':[{'b':5},{'b':1}]}",
                "{'_id':2,'a':[1,{'b':3}]}",
                "{'_id':3}",
                "{'_id':4,'a':{'b':0}}"))
        .containsExactly(3, 2, 4, 1);
  }

  private static List<Integer> sorted(String pattern, String... documents) {
    SortPattern sort = SortPattern.parse(json(pattern), CONTEXT);
    List<BsonDocument> list = new ArrayList<>();
    for (String document : documents) {
      list.add(json(document));
    }
    List<BsonDocument> byKey = new ArrayList<>(list);
    list.sort(sort);
    byKey.sort((first, second) -> Bytes.ORDER.compare(sort.key(first), sort.key(second)));
    assertThat(byKey).isEqualTo(list);
    List<Integer> ids = new ArrayList<>();
    for (BsonDocument document : list) {
      BsonValue id = document.get("_id");
      ids.add(id == null ? -1 : id.asInt32());
    }
    return ids;
  }

  @Test
  void aSortIsRefusedThatIsNone() {
    assertThatThrownBy(() -> SortPattern.parse(json("{'a':2}"), CONTEXT))
        .isInstanceOfSatisfying(MqlException.class, e -> assertThat(e.code()).isEqualTo(15975));
    assertThatThrownBy(() -> SortPattern.parse(json("{'a':{'$meta':'x'}}"), CONTEXT))
        .isInstanceOfSatisfying(MqlException.class, e -> assertThat(e.code()).isEqualTo(115));
  }

  @Test
  void distinctValuesUnwindArrays() {
    List<BsonValue> values = new ArrayList<>();
    DistinctValues distinct = new DistinctValues(BsonPath.of("a.b"));
    for (String document : new String[] {"{'a':{'b':[1,null]}}", "{'a':[{'b':2},{}]}", "{}"}) {
      distinct.of(json(document), values::add);
    }
    assertThat(values).containsExactly(BsonValue.int32(1), BsonValue.NULL, BsonValue.int32(2));
  }

  private static Projection parse(String projection) {
    return Projection.parse(json(projection), CONTEXT);
  }

  private static BsonDocument json(String text) {
    return ExtendedJson.parse(text.replace('\'', '"'));
  }
}
