package dev.partita.mql.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.bson.ExtendedJson;
import dev.partita.mql.Collation;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentFilterTest {

  @Test
  void comparisonsAreWithinAType() {
    String[] documents = {
      "1", "5", "5.5", "'x'", "null", "[4,7]", "[]", "{'$numberDouble':'NaN'}", "{'x':1}", "true"
    };
    assertThat(matching("{'v':{'$gt':4}}", documents)).containsExactly(1, 2, 5);
    assertThat(matching("{'v':{'$lt':5}}", documents)).containsExactly(0, 5);
    assertThat(matching("{'v':{'$lte':{'$numberDouble':'NaN'}}}", documents)).containsExactly(7);
    assertThat(matching("{'v':{'$gte':'a'}}", documents)).containsExactly(3);
    assertThat(matching("{'v':{'$numberDecimal':'5.50'}}", documents)).containsExactly(2);
    assertThat(matching("{'v':{'$gt':{'$minKey':1}}}", documents)).hasSize(10);
    assertThat(matching("{'v':{'$ne':5}}", documents)).containsExactly(0, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void nullIsWhatIsNullOrMissing() {
    assertThat(
            find(
                "{'a.b':null}",
                "{'a':{'b':null}}",
                "{}",
                "{'a':{}}",
                "{'a':5}",
                "{'a':[]}",
                "{'a':[1,2]}",
                "{'a':[{}]}",
                "{'a':{'b':1}}"))
        .containsExactly(0, 1, 2, 3, 6);
    assertThat(find("{'a':{'$in':[null,3]}}", "{}", "{'a':[null]}", "{'a':3}", "{'a':2}"))
        .containsExactly(0, 1, 2);
    assertThat(find("{'a.b':{'$exists':false}}", "{'a':[1]}", "{'a':[]}", "{'a':[{'b':1}]}"))
        .containsExactly(0, 1);
  }

  @Test
  void arraysMatchWholeOrByAnElement() {
    assertThat(matching("{'v':[1,2]}", "[1,2]", "[[1,2],3]", "[2,1]", "1")).containsExactly(0, 1);
    assertThat(find("{'v.0':1}", "{'v':[1]}", "{'v':[[1]]}", "{'v':{'0':1}}", "{'v':[{'0':1}]}"))
        .containsExactly(0, 2, 3);
    assertThat(find("{'v.0.b':9}", "{'v':[[{'b':9}]]}", "{'v':[{'b':9}]}", "{'v':[0,{'b':9}]}"))
        .containsExactly(0, 1);
    assertThat(matching("{'v':{'$size':2}}", "[1,2]", "[[1,2]]", "2")).containsExactly(0);
    assertThat(matching("{'v':{'$all':[1,2]}}", "[1,2,3]", "[[1,2]]", "1")).containsExactly(0);
    assertThat(matching("{'v':{'$all':[]}}", "[]", "1")).isEmpty();
    assertThat(matching("{'v':{'$not':{'$gt':1}}}", "[0,2]", "[0]", "'x'")).containsExactly(1, 2);
  }

  @Test
  void elemMatchIsAboutOneElement() {
    assertThat(matching("{'v':{'$elemMatch':{'$gt':1,'$lt':3}}}", "[0,4]", "[2]", "2", "[[2]]"))
        .containsExactly(1);
    assertThat(
            matching("{'v':{'$elemMatch':{'a':1,'b':2}}}", "[{'a':1},{'b':2}]", "[{'a':1,'b':2}]"))
        .containsExactly(1);
    assertThat(matching("{'v':{'$elemMatch':{'0':1}}}", "[[1]]", "[1]")).containsExactly(0);
    assertThat(
            matching(
                "{'v':{'$all':[{'$elemMatch':{'a':1}},{'$elemMatch':{'a':2}}]}}",
                "[{'a':1},{'a':2}]",
                "[{'a':1}]"))
        .containsExactly(0);
    assertThat(matching("{'v':{'$elemMatch':{'$nin':[1]}}}", "[1]", "[1,2]", "[]"))
        .containsExactly(1);
  }

  @Test
  void logicTypesRemaindersAndBits() {
    String[] documents = {"1", "2", "{'$numberLong':'7'}", "'a'", "[1,'a']", "-1", "null"};
    assertThat(matching("{'$or':[{'v':1},{'v':'a'}]}", documents)).containsExactly(0, 3, 4);
    assertThat(matching("{'$nor':[{'v':1},{'v':'a'}]}", documents)).containsExactly(1, 2, 5, 6);
    assertThat(matching("{'v':{'$type':'number'}}", documents)).containsExactly(0, 1, 2, 4, 5);
    assertThat(matching("{'v':{'$type':['array',10]}}", documents)).containsExactly(4, 6);
    assertThat(matching("{'v':{'$mod':[3,1]}}", documents)).containsExactly(0, 2, 4);
    assertThat(matching("{'v':{'$bitsAllSet':[0,1]}}", documents)).containsExactly(2, 5);
    assertThat(matching("{'v':{'$bitsAnyClear':1}}", documents)).containsExactly(1);
    assertThat(matching("{'v':{'$bitsAllSet':[200]}}", documents)).containsExactly(5);
  }

  @Test
  void regularExpressionsFollowPcre() {
    String[] documents = {
      "'abc'", "'xABC'", "'a\\nb'", "{'$regularExpression':{'pattern':'^a','options':''}}"
    };
    assertThat(matching("{'v':{'$regularExpression':{'pattern':'^a','options':''}}}", documents))
        .containsExactly(0, 2, 3);
    assertThat(matching("{'v':{'$regex':'abc','$options':'i'}}", documents)).containsExactly(0, 1);
    assertThat(matching("{'v':{'$regex':'^b','$options':'m'}}", documents)).containsExactly(2);
    assertThat(matching("{'v':{'$regex':'^[[:upper:]x]+$'}}", documents)).containsExactly(1);
    assertThat(matching("{'v':{'$regex':'(?P<n>b)c{1}'}}", documents)).containsExactly(0);
    assertThat(matching("{'v':{'$not':{'$regex':'b'}}}", documents)).containsExactly(1, 3);
  }

  @Test
  void aPatternThatBacktracksWithoutEndIsStopped() {
    DocumentFilter filter = parse("{'v':{'$regex':'^(?:(a+)\\\\1?)+$'}}");
    assertThatThrownBy(() -> filter.matches(json("{'v':'" + "a".repeat(60) + "b'}")))
        .isInstanceOfSatisfying(MqlException.class, e -> assertThat(e.code()).isEqualTo(51156));
  }

  @Test
  void theIndexOfTheFirstMatchIsTraced() {
    assertThat(index("{'a':{'$gt':4}}", "{'a':[1,5,9]}")).isEqualTo(1);
    assertThat(index("{'a.b':2}", "{'a':[{'b':[1]},{'b':[0,2]}]}")).isEqualTo(1);
    assertThat(index("{'a':{'$elemMatch':{'b':2}}}", "{'a':[{},{'b':2}]}")).isEqualTo(1);
    assertThat(index("{'a':5}", "{'a':5}")).isEqualTo(-1);
  }

  @Test
  void collationsDecideAboutStrings() {
    Collation collation = Collation.parse(json("{'locale':'en','strength':1}"));
    MqlContext context = new MqlContext(collation, MqlContext.SIMPLE.expressions());
    DocumentFilter filter = DocumentFilter.parse(json("{'v':{'$in':['Résumé','B']}}"), context);
    assertThat(filter.matches(json("{'v':'resume'}"))).isTrue();
    assertThat(filter.matches(json("{'v':['b']}"))).isTrue();
    assertThat(filter.matches(json("{'v':'c'}"))).isFalse();
    assertThat(Collation.parse(json("{'locale':'simple'}"))).isNull();
  }

  @Test
  void expressionsComeThroughTheParser() {
    MqlContext context =
        new MqlContext(
            null, source -> (document, variables) -> document.get(source.asString().substring(1)));
    DocumentFilter filter = DocumentFilter.parse(json("{'$expr':'$a'}"), context);
    assertThat(filter.matches(json("{'a':true}"))).isTrue();
    assertThat(filter.matches(json("{'a':0}"))).isFalse();
    assertThat(filter.matches(json("{}"))).isFalse();
  }

  @Test
  void schemasDescribeDocuments() {
    assertThat(
            find(
                "{'$jsonSchema':{'required':['a'],'properties':{'a':{'bsonType':'int','minimum':3},"
                    + "'b':{'type':'array','items':{'type':'string'},'uniqueItems':true}},"
                    + "'additionalProperties':false}}",
                "{'a':3}",
                "{'a':2}",
                "{'a':3,'b':['x','y']}",
                "{'a':3,'b':['x','x']}",
                "{'a':3,'b':[1]}",
                "{'a':3,'c':1}",
                "{'b':[]}"))
        .containsExactly(0, 2);
    assertThat(
            find(
                "{'$jsonSchema':{'oneOf':[{'required':['a']},{'required':['b']}],"
                    + "'dependencies':{'c':['b']}}}",
                "{'a':1}",
                "{'a':1,'b':1}",
                "{'b':1,'c':1}",
                "{'a':1,'c':1}"))
        .containsExactly(0, 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'a':{'$foo':1}}|2|unknown operator: $foo",
        "{'$or':[]}|2|$and/$or/$nor must be a nonempty array",
        "{'$and':[1]}|2|$or/$and/$nor entries need to be full objects",
        "{'a':{'$in':1}}|2|$in needs an array",
        "{'a':{'$nin':[{'$gt':1}]}}|2|cannot nest $ under $in",
        "{'a':{'$not':1}}|2|$not needs a regex or a document",
        "{'a':{'$type':'foo'}}|2|Unknown type name alias: foo",
        "{'a':{'$type':[]}}|9|a must match at least one type",
        "{'a':{'$mod':[0,1]}}|2|divisor cannot be 0",
        "{'a':{'$size':-1}}|2|Failed to parse $size. Expected a non-negative number in: $size: -1",
        "{'a':{'$elemMatch':1}}|2|$elemMatch needs an Object",
        "{'a':{'$options':'i'}}|2|$options needs a $regex",
        "{'a':{'$bitsAllSet':1.5}}|9|Expected an integer: $bitsAllSet: 1.5",
        "{'$jsonSchema':{'foo':1}}|9|Unknown $jsonSchema keyword: foo",
        "{'$where':'1'}|115|$where is not supported: use $expr instead of JavaScript.",
        "{'a':{'$near':[1,2]}}|115|$near is not supported.",
      })
  void whatIsNoFilterIsRefusedInMongoDbsWords(String filter, int code, String text) {
    assertThatThrownBy(() -> parse(filter))
        .isInstanceOfSatisfying(
            MqlException.class,
            e -> {
              assertThat(e.text()).isEqualTo(text);
              assertThat(e.code()).isEqualTo(code);
            });
  }

  @Test
  void filtersNestUpToALimit() {
    BsonDocument filter = json("{'a':1}");
    for (int i = 0; i < 150; i++) {
      filter = new BsonBuilder().startArray("$and").add(filter.toValue()).end().build();
    }
    BsonDocument deep = filter;
    assertThatThrownBy(() -> DocumentFilter.parse(deep, MqlContext.SIMPLE))
        .isInstanceOf(MqlException.class)
        .hasMessageContaining("maximum query tree depth");
  }

  @Test
  void boundsSayWhatAnIndexCanAnswer() {
    List<IndexBounds> bounds =
        IndexBounds.of(
            parse("{'a':{'$gte':3},'b':{'$regex':'^ab'},'$and':[{'c':{'$in':[2,1]}}],'d':null}")
                .predicate());
    assertThat(bounds).hasSize(4);
    assertThat(bounds.get(0))
        .isEqualTo(
            new IndexBounds(
                BsonPath.of("a"),
                List.of(new ValueInterval(BsonValue.int32(3), true, BsonValue.EMPTY_STRING, false)),
                true));
    assertThat(bounds.get(1).intervals().getFirst())
        .isEqualTo(new ValueInterval(BsonValue.string("ab"), true, BsonValue.string("ac"), false));
    assertThat(bounds.get(1).exact()).isTrue();
    assertThat(bounds.get(2).intervals())
        .extracting(ValueInterval::onlyValue)
        .containsExactly(BsonValue.int32(1), BsonValue.int32(2));
    assertThat(bounds.get(3).exact()).isFalse();
    assertThat(IndexBounds.of(parse("{'$or':[{'a':1}],'b':{'$ne':1}}").predicate())).isEmpty();
  }

  private static List<Integer> matching(String filter, String... values) {
    String[] documents = new String[values.length];
    for (int i = 0; i < values.length; i++) {
      documents[i] = "{'v':" + values[i] + "}";
    }
    return find(filter, documents);
  }

  private static List<Integer> find(String filter, String... documents) {
    DocumentFilter parsed = parse(filter);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < documents.length; i++) {
      if (parsed.matches(json(documents[i]))) {
        found.add(i);
      }
    }
    return found;
  }

  private static int index(String filter, String document) {
    MatchTrace trace = new MatchTrace();
    assertThat(parse(filter).matches(json(document), Variables.NONE, trace)).isTrue();
    return trace.arrayIndex();
  }

  private static DocumentFilter parse(String filter) {
    return DocumentFilter.parse(json(filter), MqlContext.SIMPLE);
  }

  private static BsonDocument json(String text) {
    return ExtendedJson.parse(text.replace('\'', '"'));
  }
}
