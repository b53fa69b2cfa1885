package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.failure;
import static dev.partita.testkit.Expect.json;
import static dev.partita.testkit.TestEngine.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.json.JsonPath;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UniqueKeyTest {

  private final Fixture fixture = new Fixture();
  private final Items items =
      fixture.items(definition("c").withUniqueKeys(List.of(key("/u"), key("/a/b", "/c"))));
  private int count;

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | 1.0",
        "0 | -0.0",
        "0 | -0",
        "100 | 1e2",
        "null | null",
        "'x' | '\\u0078'",
        "true | true",
        "[1,'a',{'b':2}] | [1.0,'a',{'b':2}]",
        "{'x':1} | {'x':1}",
      })
  void takesValuesForTheSame(String one, String other) {
    create(one);

    assertFails(ErrorCode.CONFLICT, () -> create(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | '1'",
        "0 | false",
        "1 | true",
        "null | 'null'",
        "null | false",
        "'' | null",
        "'x' | 'X'",
        "[1,2] | [2,1]",
        "[1] | 1",
        "'a\\u0000' | 'a'",
        "{} | []",
        "'{}' | {}",
        "0.1 | 0.10000000000000002",
      })
  void takesValuesForDifferent(String one, String other) {
    create(one);
    create(other);

    assertFails(ErrorCode.CONFLICT, () -> create(one));
    assertFails(ErrorCode.CONFLICT, () -> create(other));
  }

  @Test
  void takesAMissingValueForNull() {
    items.create(null, json("{'id':'1','pk':'a','c':1}"));

    assertFails(ErrorCode.CONFLICT, () -> items.create(null, json("{'id':'2','pk':'a','c':2}")));
    assertFails(
        ErrorCode.CONFLICT, () -> items.create(null, json("{'id':'2','pk':'a','u':null,'c':2}")));
    items.create(null, json("{'id':'2','pk':'a','u':0,'c':2}"));
  }

  @Test
  void tellsLongValuesApart() {
    String shared = "x".repeat(5_000);
    create("'" + shared + "1'");
    create("'" + shared + "2'");

    assertFails(ErrorCode.CONFLICT, () -> create("'" + shared + "1'"));
    items.delete(pk("a"), "1", Precondition.NONE);
    create("'" + shared + "1'");
  }

  @Test
  void tellsValuesOfSeveralPathsApart() {
    items.create(null, json("{'id':'1','pk':'a','u':1,'a':{'b':'x'},'c':'yz'}"));
    items.create(null, json("{'id':'2','pk':'a','u':2,'a':{'b':'xy'},'c':'z'}"));
    items.create(null, json("{'id':'3','pk':'a','u':3,'a':{'b':'x'},'c':'y'}"));

    DatabaseException conflict =
        failure(() -> items.create(null, json("{'id':'4','pk':'a','u':4,'a':{'b':'xy'},'c':'z'}")));

    assertThat(conflict.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(conflict.context()).containsEntry("otherId", "2");
    // Nothing of it stays, of the first key neither.
    items.create(null, json("{'id':'4','pk':'a','u':4,'c':'z'}"));
  }

  @Test
  void letsValuesMoveWithinABatch() {
    items.create(null, json("{'id':'1','pk':'a','u':1,'c':1}"));
    items.create(null, json("{'id':'2','pk':'a','u':2,'c':2}"));

    BatchResult clash = items.batch(pk("a"), List.of(replace("1", 2), replace("2", 1)));
    BatchResult swap =
        items.batch(pk("a"), List.of(replace("1", 9), replace("2", 1), replace("1", 2)));

    assertThat(clash.failedAt()).isZero();
    assertThat(swap.succeeded()).isTrue();
    assertFails(
        ErrorCode.CONFLICT, () -> items.create(null, json("{'id':'3','pk':'a','u':1,'c':3}")));
    items.create(null, json("{'id':'3','pk':'a','u':9,'c':3}"));
  }

  @Test
  void holdsAcrossASplit() {
    for (int i = 0; i < 20; i++) {
      items.create(null, json("{'id':'1','pk':'k%d','u':1}".formatted(i)));
    }

    fixture.engine.reshaper().split(items.container(), 0);

    for (int i = 0; i < 20; i++) {
      String document = "{'id':'2','pk':'k%d','u':1,'c':1}".formatted(i);
      assertFails(ErrorCode.CONFLICT, () -> items.create(null, json(document)));
    }
  }

  @Test
  void chargesForTheItemInTheWay() {
    create("'taken'");

    DatabaseException conflict = failure(() -> create("'taken'"));

    assertThat(conflict.context().get("requestCharge")).hasToString("1");
  }

  private static ItemOperation replace(String id, int unique) {
    return new ItemOperation.Replace(
        id,
        json("{'id':'%s','pk':'a','u':%d,'c':%s}".formatted(id, unique, id)),
        Precondition.NONE);
  }

  private void create(String value) {
    int number = ++count;
    items.create(null, json("{'id':'%d','pk':'a','u':%s,'c':%d}".formatted(number, value, number)));
  }

  private static UniqueKey key(String... paths) {
    return new UniqueKey(Arrays.stream(paths).map(JsonPath::parse).toList());
  }
}
