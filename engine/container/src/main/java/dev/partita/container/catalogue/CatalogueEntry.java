package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.partition.StoredRecord;

/** A record of the catalogue as it is stored: docs/formats/catalogue.md. */
public sealed interface CatalogueEntry {

  String ACCOUNT = "account/";
  String DATABASE = "database/";
  String CONTAINER = "container/";
  String RESOURCE = "resource/";
  String DROPPED = "dropped/";

  /** The id under which the entry is stored. */
  String id();

  record Account(String name) implements CatalogueEntry {

    @Override
    public String id() {
      return ACCOUNT + name;
    }
  }

  record Database(DatabaseRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return DATABASE + record.number();
    }
  }

  record Container(ContainerRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return CONTAINER + record.number();
    }
  }

  record Resource(ResourceRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return RESOURCE + record.number();
    }
  }

  /** A container that is gone and whose data may not be yet. */
  record Dropped(int number) implements CatalogueEntry {

    @Override
    public String id() {
      return DROPPED + number;
    }
  }

  /** What is stored under the entry's id. */
  default JsonObject toJson() {
    return switch (this) {
      case Account(String name) -> JsonObject.builder().put("name", name).build();
      case Database(DatabaseRecord record) -> RecordJson.write(record);
      case Container(ContainerRecord record) -> RecordJson.write(record);
      case Resource(ResourceRecord record) -> RecordJson.write(record);
      case Dropped(int number) -> JsonObject.builder().put("number", number).build();
    };
  }

  /**
   * @throws DatabaseException CORRUPT if the record is of no known kind, does not read as its kind,
   *     or is stored under an id that is not its own
   */
  static CatalogueEntry read(String id, StoredRecord record) {
    JsonObject json = JsonReader.DEFAULT.readObject(record.payload());
    CatalogueEntry entry;
    if (id.startsWith(ACCOUNT)) {
      entry = new Account(RecordJson.text(json, "name"));
    } else if (id.startsWith(DATABASE)) {
      entry = new Database(RecordJson.readDatabase(json, record.lsn()));
    } else if (id.startsWith(CONTAINER)) {
      entry = new Container(RecordJson.readContainer(json, record.lsn()));
    } else if (id.startsWith(RESOURCE)) {
      entry = new Resource(RecordJson.readResource(json, record.lsn()));
    } else if (id.startsWith(DROPPED)) {
      entry = new Dropped(Math.toIntExact(RecordJson.number(json, "number")));
    } else {
      throw new DatabaseException(ErrorCode.CORRUPT, "The catalogue has an unknown record.")
          .with("id", id);
    }
    if (!entry.id().equals(id)) {
      throw new DatabaseException(
              ErrorCode.CORRUPT, "A record of the catalogue is stored under an id not its own.")
          .with("id", id)
          .with("expected", entry.id());
    }
    return entry;
  }
}
