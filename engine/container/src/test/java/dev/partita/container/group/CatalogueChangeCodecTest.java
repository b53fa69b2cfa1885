package dev.partita.container.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.catalogue.CatalogueChange;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.DroppedSegment;
import dev.partita.container.catalogue.GroupRecord;
import dev.partita.container.catalogue.NodeRecord;
import dev.partita.container.group.CatalogueChangeCodec.Outcome;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogueChangeCodecTest {

  @Test
  void changesArriveAsTheyWereSent() {
    JsonObject properties = JsonObject.of("address", JsonNumber.of(1));
    CatalogueChange change =
        new CatalogueChange(
            Map.of("database/7", 12L, "change/3", 0L, "sequence", 1L << 53),
            List.of(
                new CatalogueEntry.Sequence(9, 0),
                new CatalogueEntry.Account("a", 0),
                new CatalogueEntry.Database(new DatabaseRecord(7, "a", "d ü", null, 0, 5, 0)),
                new CatalogueEntry.Dropped(
                    8, List.of(new DroppedSegment(8, 1), new DroppedSegment(9, 2)), 0),
                new CatalogueEntry.Dropped(4, List.of(new DroppedSegment(4, 1)), 0),
                new CatalogueEntry.Group(
                    new GroupRecord(2, List.of(1, 2, 3), List.of(1, 2), JsonObject.EMPTY, 7, 2, 0)),
                new CatalogueEntry.Node(new NodeRecord(3, "c", properties, 0)),
                new CatalogueEntry.Setting("replicas", JsonNumber.of(3), 0),
                new CatalogueEntry.LastChange(3, "abc-1", 0)),
            List.of("container/8", "job/5"),
            List.of(
                new CatalogueChange.Fence("container/8", 4), CatalogueChange.Fence.group(2, 7)));

    assertThat(CatalogueChangeCodec.decodeChange(CatalogueChangeCodec.encode(change)))
        .isEqualTo(change);
  }

  @Test
  void outcomesArriveAsTheyWereSent() {
    for (Outcome outcome :
        List.of(
            new Outcome.Done(17),
            new Outcome.Conflict("container/8", 16),
            new Outcome.NotLeading(2),
            new Outcome.NotLeading(Groups.NO_NODE))) {
      assertThat(CatalogueChangeCodec.decodeOutcome(CatalogueChangeCodec.encode(outcome)))
          .isEqualTo(outcome);
    }
  }

  @Test
  void otherBytesAreRefused() {
    for (String other :
        List.of("", "{}", "[]", "{\"seen\":1}", "{\"seen\":{},\"puts\":[{\"id\":\"x\"}]}")) {
      byte[] bytes = other.getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> CatalogueChangeCodec.decodeChange(bytes))
          .as(other)
          .isInstanceOf(DatabaseException.class);
      assertThatThrownBy(() -> CatalogueChangeCodec.decodeOutcome(bytes))
          .as(other)
          .isInstanceOf(DatabaseException.class);
    }
  }
}
