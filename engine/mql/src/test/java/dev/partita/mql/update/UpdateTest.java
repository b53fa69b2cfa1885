package dev.partita.mql.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.bson.ExtendedJson;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.query.MatchTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'$set':{'a.b':1,'c.2':2,'z':1,'y':2}} | {'c':[1]} |"
            + " {'c':[1,null,2],'a':{'b':1},'y':2,'z':1}",
        "{'$set':{'10':1,'9':1,'b.c':1,'b.a':2}} | {} | {'9':1,'10':1,'b':{'a':2,'c':1}}",
        "{'$set':{'a.01':5}} | {'a':[1,2]} | {'a':[1,5]}",
        "{'$unset':{'a.0':1,'c.d':1,'x':1}} | {'a':[1,2],'c':{'d':1,'e':2}} |"
            + " {'a':[null,2],'c':{'e':2}}",
        "{'$inc':{'a':1,'n':4}} | {'a':2147483647} | {'a':2147483648,'n':4}",
        "{'$inc':{'a':{'$numberDecimal':'0.1'}}} | {'a':0.1} |"
            + " {'a':{'$numberDecimal':'0.200000000000000'}}",
        "{'$mul':{'a':3,'b':{'$numberLong':'2'}}} | {'a':2} | {'a':6,'b':{'$numberLong':'0'}}",
        "{'$min':{'a':1,'c':'x'},'$max':{'d':5,'b':2}} | {'a':5,'c':1,'d':1} |"
            + " {'a':1,'c':1,'d':5,'b':2}",
        "{'$rename':{'a':'b','x':'y'}} | {'a':5,'c':1,'b':0} | {'c':1,'b':5}",
        "{'$rename':{'a':'x.y'}} | {'a':5} | {'x':{'y':5}}",
        "{'$push':{'a':1,'b':2}} | {'a':[5]} | {'a':[5,1],'b':[2]}",
        "{'$push':{'a':{'$each':[3,1,2],'$sort':1,'$slice':2,'$position':0}}} | {'a':[5]} |"
            + " {'a':[1,2]}",
        "{'$push':{'a':{'$each':[9],'$position':-1}}} | {'a':[1,2,3]} | {'a':[1,2,9,3]}",
        "{'$push':{'a':{'$each':[{'b':1}],'$sort':{'b':-1}}}} | {'a':[{'b':5},{'b':0},3]} |"
            + " {'a':[{'b':5},{'b':1},{'b':0},3]}",
        "{'$addToSet':{'a':{'$each':[1,2,2]}}} | {'a':[1.0]} | {'a':[1.0,2]}",
        "{'$pop':{'a':1,'b':-1,'c':1}} | {'a':[1,2],'b':[1,2]} | {'a':[1],'b':[2]}",
        "{'$pull':{'a':{'$gt':1}}} | {'a':[1,2,1.0,[1,5]]} | {'a':[1,1.0]}",
        "{'$pull':{'a':{'b':1}}} | {'a':[{'b':1,'c':2},{'b':2},1]} | {'a':[{'b':2},1]}",
        "{'$pull':{'a':[1]}} | {'a':[1,[1]]} | {'a':[1]}",
        "{'$pullAll':{'a':[1,'x']}} | {'a':[1,2,1.0,[1],'x']} | {'a':[2,[1]]}",
        "{'$bit':{'a':{'or':5},'c':{'xor':3}}} | {'a':2} | {'a':7,'c':3}",
        "{'$inc':{'a.$[].b':1}} | {'a':[{'b':1},{}]} | {'a':[{'b':2},{'b':1}]}",
        "{'$currentDate':{'a':true,'b':{'$type':'timestamp'}}} | {} |"
            + " {'a':{'$date':{'$numberLong':'7'}},'b':{'$timestamp':{'t':1,'i':2}}}",
        "{'$setOnInsert':{'a':1}} | {'b':1} | {'b':1}",
      })
  void operatorsChangeDocuments(String update, String before, String after) {
    assertThat(apply(update, null, before).document()).isEqualTo(json(after));
  }

  @Test
  void arrayFiltersChooseElements() {
    String filters = "[{'x.c':1},{'$or':[{'y':1},{'y':3}]}]";
    String update = "{'$set':{'a.$[x].b':9,'d.$[y]':0}}";
    assertThat(apply(update, filters, "{'a':[{'c':1},{'c':2}],'d':[1,2,3]}").document())
        .isEqualTo(json("{'a':[{'c':1,'b':9},{'c':2}],'d':[0,2,0]}"));
    fails(
        "{'$set':{'a.$[x].b':1,'a.$[y].b':2}}",
        "[{'x.c':1},{'y.c':1}]",
        "{'a':[{'c':1}]}",
        40,
        "Update created a conflict at 'a.0.b'");
    fails(
        "{'$set':{'a.$[x]':1}}",
        null,
        "{'a':[1]}",
        2,
        "No array filter found for identifier 'x' in path 'a.$[x]'");
    fails(
        "{'$set':{'a':9}}",
        "[{'x':1}]",
        "{}",
        9,
        "The array filter for identifier 'x' was not used in the update { $set: { a: 9 } }");
  }

  @Test
  void theDollarIsTheElementThatTheQueryMatched() {
    DocumentFilter query = DocumentFilter.parse(json("{'a.b':2}"), MqlContext.SIMPLE);
    BsonDocument document = json("{'a':[{'b':1},{'b':2}]}");
    MatchTrace trace = new MatchTrace();
    assertThat(query.matches(document, Variables.NONE, trace)).isTrue();
    assertThat(
            parse("{'$set':{'a.$.b':9}}", null)
                .apply(document, scope(trace.arrayIndex()))
                .document())
        .isEqualTo(json("{'a':[{'b':1},{'b':9}]}"));
    fails(
        "{'$set':{'a.$':9}}",
        null,
        "{'a':[1]}",
        2,
        "The positional operator did not find the match needed from the query.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'$set':{'a.x':1}} | {'a':[1]} | 28 | Cannot create field 'x' in element {a: [ 1 ]}",
        "{'$set':{'a.x.y':1}} | {'a':5} | 28 | Cannot create field 'x' in element {a: 5}",
        "{'$set':{'a':1},'$inc':{'a':1}} | {} | 40 |"
            + " Updating the path 'a' would create a conflict at 'a'",
        "{'$set':{'a':1,'a.b':1}} | {} | 40 |"
            + " Updating the path 'a.b' would create a conflict at 'a'",
        "{'$set':{'_id':2}} | {'_id':1} | 66 |"
            + " Performing an update on the path '_id' would modify the immutable field '_id'",
        "{'_id':7} | {'_id':1} | 66 | After applying the update, the (immutable) field '_id' was"
            + " found to have been altered to _id: 7",
        "{'$set':{'a..b':1}} | {} | 56 |"
            + " The update path 'a..b' contains an empty field name, which is not allowed.",
        "{'$foo':{'a':1}} | {} | 9 | Unknown modifier: $foo. Expected a valid update modifier or"
            + " pipeline-style update specified as an array",
        "{'$inc':{'a':'x'}} | {} | 14 | Cannot increment with non-numeric argument: {a: \"x\"}",
        "{'$inc':{'a':1}} | {'_id':1,'a':null} | 14 | Cannot apply $inc to a value of non-numeric"
            + " type. {_id: 1} has the field 'a' of non-numeric type null",
        "{'$inc':{'a':1}} | {'_id':1,'a':{'$numberLong':'9223372036854775807'}} | 2 |"
            + " Failed to apply $inc operations to current value"
            + " ((NumberLong)9223372036854775807) for document {_id: 1}",
        "{'$rename':{'a.0':'b'}} | {'_id':1,'a':[1]} | 2 | The source field cannot be an array"
            + " element, 'a.0' in doc with _id: 1 has an array field called 'a'",
        "{'$push':{'a':1}} | {'_id':1,'a':5} | 2 |"
            + " The field 'a' must be an array but is of type int in document {_id: 1}",
        "{'$pop':{'a.b.c':1}} | {'a':5} | 28 |"
            + " Cannot use the part (b) of (a.b.c) to traverse the element ({a: 5})",
        "{'$pull':{'a':1}} | {'a':1} | 2 | Cannot apply $pull to a non-array value",
        "{'$set':{'a.$[]':9}} | {} | 2 |"
            + " The path 'a' must exist in the document in order to apply array updates.",
        "{'$set':{'a.b.$[].c':9}} | {'a':5} | 2 |"
            + " The path 'a.b' must exist in the document in order to apply array updates.",
        "{'$set':{'a.b.$':9}} | {'a':5} | 2 |"
            + " The positional operator did not find the match needed from the query.",
        "{'$pull':{'a':{'$not':{'$gt':1}}}} | {'a':[1]} | 2 | unknown top level operator: $not."
            + " If you have a field name that starts with a '$' symbol, consider using $getField or"
            + " $setField.",
        "{'$set':{'a.9999999':1}} | {'a':[]} | 2 | can't backfill more than 1500000 elements",
        "{'b':1,'$set':{'a':1}} | {} | 52 | The dollar ($) prefixed field '$set' in '$set' is not"
            + " allowed in the context of an update's replacement document. Consider using an"
            + " aggregation pipeline with $replaceWith.",
      })
  void whatCannotBeDoneIsRefusedInMongoDbsWords(
      String update, String before, int code, String text) {
    fails(update, null, before, code, text);
  }

  @Test
  void anUpdateThatChangesNothingIsNotAModification() {
    assertThat(apply("{'$set':{'a':1},'$unset':{'x':1}}", null, "{'a':1}").isModified()).isFalse();
    assertThat(apply("{'$addToSet':{'a':1}}", null, "{'a':[1]}").isModified()).isFalse();
    assertThat(apply("{'$inc':{'a':0}}", null, "{'a':1}").isModified()).isFalse();
    assertThat(apply("{'$rename':{'x':'a.0'}}", null, "{'a':[1]}").isModified()).isFalse();
    assertThat(apply("{'$rename':{'x':'a.b'}}", null, "{'a':[1]}").isModified()).isFalse();
    assertThat(apply("{'$set':{'a':1.0}}", null, "{'a':1}").isModified()).isTrue();
  }

  @Test
  void changesAreDescribedForStreams() {
    assertThat(
            apply(
                    "{'$set':{'a.b':1,'n.m':2},'$unset':{'x':1},'$push':{'l':3},'$pop':{'p':1}}",
                    null,
                    "{'a':{'b':0},'x':1,'l':[1],'p':[1,2]}")
                .description()
                .toDocument())
        .isEqualTo(
            json(
                "{'updatedFields':{'a.b':1,'l.1':3,'p':[1],'n':{'m':2}},'removedFields':['x'],"
                    + "'truncatedArrays':[]}"));
    assertThat(
            DocumentDifference.between(
                    json("{'a':[1,2,3],'b':{'c':1,'d':2},'e':1}"),
                    json("{'a':[1,5],'b':{'c':1},'f':2}"))
                .toDocument())
        .isEqualTo(
            json(
                "{'updatedFields':{'a.1':5,'f':2},'removedFields':['b.d','e'],"
                    + "'truncatedArrays':[{'field':'a','newSize':2}]}"));
  }

  @Test
  void replacementsKeepTheIdInFront() {
    UpdateResult result = apply("{'b':1,'_id':1.0}", null, "{'a':5,'_id':1}");
    assertThat(result.document()).isEqualTo(json("{'_id':1,'b':1}"));
    assertThat(parse("{'b':1}", null).isReplacement()).isTrue();
  }

  @Test
  void pipelinesTransformDocuments() {
    Update update =
        Update.parse(
            BsonArray.EMPTY.toValue(),
            null,
            MqlContext.SIMPLE,
            _ -> (document, _) -> json("{'b':2}"));
    assertThat(update.apply(json("{'_id':1,'a':1}"), scope(-1)).document())
        .isEqualTo(json("{'_id':1,'b':2}"));
  }

  @Test
  void upsertsTakeWhatTheQueryRequires() {
    assertThat(
            upsert(
                "{'c':3,'_id':9,'d':{'$gt':1},'$and':[{'f.g':5}],'$or':[{'h':1}]}",
                "{'$setOnInsert':{'a':1},'$set':{'b':1}}"))
        .isEqualTo(json("{'_id':9,'c':3,'f':{'g':5},'h':1,'a':1,'b':1}"));
    assertThat(upsert("{'_id':{'$in':[9]},'c':1}", "{'a':1}")).isEqualTo(json("{'_id':9,'a':1}"));
    assertThat(upsert("{'c':{'$in':[1,2]}}", "{'$set':{'a':1}}"))
        .isEqualTo(json("{'_id':77,'a':1}"));
    assertThatThrownBy(() -> upsert("{'a':1,'a.b':2}", "{'$set':{'b':1}}"))
        .isInstanceOfSatisfying(
            MqlException.class,
            e -> {
              assertThat(e.code()).isEqualTo(54);
              assertThat(e.text())
                  .isEqualTo(
                      "cannot infer query fields to set, both paths 'a.b' and 'a' are matched");
            });
  }

  @Test
  void documentsDoNotNestDeeperThanTheyCanBeRead() {
    fails(
        "{'$set':{'" + "a.".repeat(199) + "a':{'b':{'c':1}}}}",
        null,
        "{}",
        15,
        "The document after the update is not valid: Documents nest deeper than 200 levels.");
  }

  private static BsonDocument upsert(String query, String update) {
    return parse(update, null)
        .insert(
            DocumentFilter.parse(json(query), MqlContext.SIMPLE),
            scope(-1),
            () -> BsonValue.int32(77));
  }

  private static void fails(
      String update,
      @org.jspecify.annotations.Nullable String filters,
      String before,
      int code,
      String text) {
    assertThatThrownBy(() -> apply(update, filters, before))
        .isInstanceOfSatisfying(
            MqlException.class,
            e -> {
              assertThat(e.text()).isEqualTo(text);
              assertThat(e.code()).isEqualTo(code);
            });
  }

  private static UpdateResult apply(
      String update, @org.jspecify.annotations.Nullable String filters, String before) {
    return parse(update, filters).apply(json(before), scope(-1));
  }

  private static Update parse(String update, @org.jspecify.annotations.Nullable String filters) {
    BsonArray arrayFilters =
        filters == null ? null : ExtendedJson.parseValue(filters.replace('\'', '"')).asArray();
    return Update.parse(
        json(update).toValue(), arrayFilters, MqlContext.SIMPLE, PipelineParser.NONE);
  }

  private static UpdateScope scope(int matchedIndex) {
    return new UpdateScope(
        BsonValue.date(7), BsonValue.timestamp(1, 2), matchedIndex, false, Variables.NONE);
  }

  private static BsonDocument json(String text) {
    return ExtendedJson.parse(text.replace('\'', '"'));
  }
}
