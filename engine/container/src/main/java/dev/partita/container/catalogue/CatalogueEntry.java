package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import dev.partita.partition.StoredRecord;
import java.util.List;

/**
 * A record of the catalogue as it is stored: docs/formats/catalogue.md. The version of each is the
 * log sequence number of the change that wrote it, and 0 before that.
 */
public sealed interface CatalogueEntry {

  String SEQUENCE = "sequence";
  String ACCOUNT = "account/";
  String DATABASE = "database/";
  String CONTAINER = "container/";
  String RESOURCE = "resource/";
  String DROPPED = "dropped/";
  String JOB = "job/";
  String GROUP = "group/";
  String NODE = "node/";
  String SETTING = "setting/";
  String CHANGE = "change/";

  /** The id under which the entry is stored. */
  String id();

  /** Grows with every change of the entry. */
  long version();

  CatalogueEntry withVersion(long stored);

  /**
   * What a {@link CatalogueChange.Fence} compares: grows when others take over what the entry
   * describes, and not with its other changes.
   */
  default long epoch() {
    return 0;
  }

  /** The last number that was given to a database, container or resource. */
  record Sequence(int last, long version) implements CatalogueEntry {

    @Override
    public String id() {
      return SEQUENCE;
    }

    @Override
    public Sequence withVersion(long stored) {
      return new Sequence(last, stored);
    }
  }

  record Account(String name, long version) implements CatalogueEntry {

    @Override
    public String id() {
      return ACCOUNT + name;
    }

    @Override
    public Account withVersion(long stored) {
      return new Account(name, stored);
    }
  }

  record Database(DatabaseRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return DATABASE + record.number();
    }

    @Override
    public long version() {
      return record.version();
    }

    @Override
    public Database withVersion(long stored) {
      return new Database(record.withVersion(stored));
    }
  }

  record Container(ContainerRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return CONTAINER + record.number();
    }

    @Override
    public long version() {
      return record.version();
    }

    @Override
    public Container withVersion(long stored) {
      return new Container(record.withVersion(stored));
    }

    /** The version of the partition map. */
    @Override
    public long epoch() {
      return record.map().version();
    }
  }

  record Resource(ResourceRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return RESOURCE + record.number();
    }

    @Override
    public long version() {
      return record.version();
    }

    @Override
    public Resource withVersion(long stored) {
      return new Resource(record.withVersion(stored));
    }
  }

  /**
   * A container that is gone and whose data may not be yet.
   *
   * @param segments where the data is
   */
  record Dropped(int number, List<DroppedSegment> segments, long version)
      implements CatalogueEntry {

    public Dropped {
      segments = List.copyOf(segments);
    }

    @Override
    public String id() {
      return DROPPED + number;
    }

    @Override
    public Dropped withVersion(long stored) {
      return new Dropped(number, segments, stored);
    }
  }

  record Job(JobRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return JOB + record.number();
    }

    @Override
    public long version() {
      return record.version();
    }

    @Override
    public Job withVersion(long stored) {
      return new Job(record.withVersion(stored));
    }
  }

  /** A replication group; only in clusters, as those that follow. */
  record Group(GroupRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return GROUP + record.number();
    }

    @Override
    public long version() {
      return record.version();
    }

    @Override
    public Group withVersion(long stored) {
      return new Group(record.withVersion(stored));
    }

    /** The term in which its leader has registered. */
    @Override
    public long epoch() {
      return record.epoch();
    }
  }

  record Node(NodeRecord record) implements CatalogueEntry {

    @Override
    public String id() {
      return NODE + record.number();
    }

    @Override
    public long version() {
      return record.version();
    }

    @Override
    public Node withVersion(long stored) {
      return new Node(record.withVersion(stored));
    }
  }

  /** What holds for the whole cluster. */
  record Setting(String name, JsonValue value, long version) implements CatalogueEntry {

    @Override
    public String id() {
      return SETTING + name;
    }

    @Override
    public Setting withVersion(long stored) {
      return new Setting(name, value, stored);
    }
  }

  /**
   * The last change that a node has asked for and got, so that it is not made twice.
   *
   * @param change what the node calls it; no two changes are called the same
   */
  record LastChange(int node, String change, long version) implements CatalogueEntry {

    @Override
    public String id() {
      return CHANGE + node;
    }

    @Override
    public LastChange withVersion(long stored) {
      return new LastChange(node, change, stored);
    }
  }

  /** What is stored under the entry's id. */
  default JsonObject toJson() {
    return switch (this) {
      case Sequence(int last, long _) -> JsonObject.builder().put("last", last).build();
      case Account(String name, long _) -> JsonObject.builder().put("name", name).build();
      case Database(DatabaseRecord record) -> RecordJson.write(record);
      case Container(ContainerRecord record) -> RecordJson.write(record);
      case Resource(ResourceRecord record) -> RecordJson.write(record);
      case Dropped dropped -> RecordJson.write(dropped);
      case Job(JobRecord record) -> RecordJson.write(record);
      case Group(GroupRecord record) -> ClusterJson.write(record);
      case Node(NodeRecord record) -> ClusterJson.write(record);
      case Setting setting -> ClusterJson.write(setting);
      case LastChange change -> ClusterJson.write(change);
    };
  }

  /**
   * @throws DatabaseException CORRUPT if the record is of no known kind, does not read as its kind,
   *     or is stored under an id that is not its own
   */
  static CatalogueEntry read(String id, StoredRecord record) {
    return read(id, JsonReader.DEFAULT.readObject(record.payload()), record.lsn());
  }

  /** An entry from what {@link #toJson} gave. */
  static CatalogueEntry read(String id, JsonObject json, long version) {
    CatalogueEntry entry;
    if (id.equals(SEQUENCE)) {
      entry = new Sequence(Math.toIntExact(RecordJson.number(json, "last")), version);
    } else if (id.startsWith(ACCOUNT)) {
      entry = new Account(RecordJson.text(json, "name"), version);
    } else if (id.startsWith(DATABASE)) {
      entry = new Database(RecordJson.readDatabase(json, version));
    } else if (id.startsWith(CONTAINER)) {
      entry = new Container(RecordJson.readContainer(json, version));
    } else if (id.startsWith(RESOURCE)) {
      entry = new Resource(RecordJson.readResource(json, version));
    } else if (id.startsWith(DROPPED)) {
      entry = RecordJson.readDropped(json, version);
    } else if (id.startsWith(JOB)) {
      entry = new Job(RecordJson.readJob(json, version));
    } else if (id.startsWith(GROUP)) {
      entry = new Group(ClusterJson.readGroup(json, version));
    } else if (id.startsWith(NODE)) {
      entry = new Node(ClusterJson.readNode(json, version));
    } else if (id.startsWith(SETTING)) {
      entry = ClusterJson.readSetting(json, version);
    } else if (id.startsWith(CHANGE)) {
      entry = ClusterJson.readLastChange(json, version);
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
