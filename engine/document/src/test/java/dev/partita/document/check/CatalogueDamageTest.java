package dev.partita.document.check;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Container;
import dev.partita.container.check.Finding;
import dev.partita.container.check.StorageProblem;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.partition.KeySpace;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.testkit.TestEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage to the records of the catalogue. */
class CatalogueDamageTest {

  private final Sample sample = new Sample();
  private final Items items = sample.items(Sample.rich("c"));
  private final int number = items.container().number();
  private final StoredCatalogue catalogue = new StoredCatalogue(sample);

  @BeforeEach
  void fill() {
    for (int i = 0; i < 30; i++) {
      items.create(null, json("{'id':'i%d','pk':'k%d','email':'e%d','ttl':99}".formatted(i, i, i)));
    }
    sample.engine.reshaper().split(items.container(), 0);
    items.upsert(null, json("{'id':'i1','pk':'k1','email':'e1'}"), Precondition.NONE);
    sample.engine.reshaper().merge(items.container(), 1, 2);
    sample.requireSound();
  }

  @AfterEach
  void close() {
    sample.close();
  }

  @Test
  void aRecordThatIsNoJson() {
    List<Finding> findings =
        catalogue.change(
            "container/" + number, _ -> "{", StorageProblem.CATALOGUE_RECORD_UNREADABLE);

    assertThat(findings.getFirst().place().id()).isEqualTo("container/" + number);
  }

  @Test
  void aRecordWithoutAProperty() {
    catalogue.change(
        "database/" + sample.database,
        text -> text.replace("\"name\"", "\"nome\""),
        StorageProblem.CATALOGUE_RECORD_UNREADABLE,
        StorageProblem.OWNER_MISSING);
  }

  @Test
  void aRecordUnderAnotherId() {
    catalogue.change(
        "container/" + number,
        text -> text.replaceFirst("\"number\":" + number, "\"number\":77"),
        StorageProblem.CATALOGUE_RECORD_UNREADABLE);
  }

  @Test
  void anOwnerThatIsMissing() {
    sample.damage(catalogue.remove("account/partita"), StorageProblem.OWNER_MISSING);
  }

  @Test
  void aNameThatIsTaken() {
    Container other = sample.create(TestEngine.definition("d"));

    catalogue.change(
        "container/" + other.number(),
        text -> text.replace("\"name\":\"d\"", "\"name\":\"c\""),
        StorageProblem.NAME_TWICE);
  }

  @Test
  void aContainerThatIsDeletedAndThere() {
    Container other = sample.create(TestEngine.definition("d"));
    sample.engine.containers().deleteContainer(other.number());

    sample.requireSound();
    sample.damage(
        catalogue.rename(
            "dropped/" + other.number(), "dropped/" + number, "{\"number\":" + number + "}"),
        StorageProblem.DROPPED_BUT_PRESENT);
  }

  @Test
  void aNumberThatADatabaseAndAContainerHave() {
    Container other = sample.create(TestEngine.definition("d"));
    String json =
        catalogue
            .text("container/" + other.number())
            .replaceFirst("\"number\":" + other.number(), "\"number\":" + sample.database);

    sample.damage(
        catalogue.rename("container/" + other.number(), "container/" + sample.database, json),
        StorageProblem.NUMBER_TWICE);
  }

  @Test
  void aNumberNobodyGaveOut() {
    catalogue.change(
        "sequence",
        text -> text.replace("\"last\":" + number, "\"last\":" + (number - 1)),
        StorageProblem.NUMBER_AHEAD);
  }

  @Test
  void aResourceOfNobody() {
    int resource =
        sample.engine.catalogue().createResource("user", number, "ann", JsonObject.EMPTY).number();
    sample.engine.catalogue().createResource("user", number, "bob", JsonObject.EMPTY);
    sample.requireSound();

    catalogue.change(
        "resource/" + resource,
        text -> text.replace("\"parent\":" + number, "\"parent\":77"),
        StorageProblem.OWNER_MISSING);
    catalogue.change(
        "resource/" + resource,
        text -> text.replace("\"parent\":77", "\"parent\":" + number).replace("ann", "bob"),
        StorageProblem.NAME_TWICE);
  }

  @Test
  void dataOfAnUnknownContainer() {
    Batch batch = new Batch();
    for (Family family : List.of(Family.ITEMS, Family.LOG, Family.STATE, Family.INDEX)) {
      batch.put(family, new KeySpace(99).index(new byte[] {1}), new byte[1]);
      batch.put(family, new KeySpace(99).index(new byte[] {2}), new byte[1]);
    }
    List<Finding> findings =
        sample.damage(
            batch,
            StorageProblem.UNKNOWN_CONTAINER,
            StorageProblem.UNKNOWN_CONTAINER,
            StorageProblem.UNKNOWN_CONTAINER,
            StorageProblem.UNKNOWN_CONTAINER);

    assertThat(findings).allSatisfy(f -> assertThat(f.details()).containsEntry("segment", 99));
  }

  @Test
  void aKeyThatIsTooShort() {
    sample.damage(
        new Batch().put(Family.ITEMS, new byte[] {0, 0}, new byte[1]),
        StorageProblem.KEY_UNREADABLE);
  }
}
