package dev.partita.container.check;

/** What can be wrong with what every container has. */
public enum StorageProblem implements Problem {
  STORAGE_DAMAGED("The files cannot be read here; what lies here was not checked."),

  CATALOGUE_RECORD_UNREADABLE(
      "A record of the catalogue cannot be read; what it describes was not checked."),
  NAME_TWICE("Two databases of one account, or two containers of one database, share a name."),
  NUMBER_TWICE("A number was given to more than one database or container."),
  NUMBER_AHEAD("A database or a container has a number that has not been given out yet."),
  OWNER_MISSING("The account of a database, or the database of a container, does not exist."),
  DROPPED_BUT_PRESENT("A container exists and is marked as deleted at the same time."),
  UNKNOWN_CONTAINER(
      Severity.WARNING, "There is data of a container that does not exist and is not deleted."),
  KEY_UNREADABLE("A key is not of the form that its family has."),

  MAP_AXIS("The partitions of a container do not cover all positions that keys can have."),
  PARTITION_NUMBER_TWICE("A partition map has one number for several partitions."),
  PARENT_MISSING("A partition descends from one that does not exist or is still in charge."),
  HEIRS_MISSING("A partition was split or merged, but no partition took over from it."),
  HEIRS_POSITIONS("Partitions do not own what those owned that they took over from."),
  HEIRS_LSN("A partition does not start from the last LSN of those it took over from."),
  HEIRS_SIZE("Partitions do not start with the sizes of those they took over from."),
  NOT_CHECKED(
      Severity.WARNING,
      "The records of a container were not checked, since its partition map cannot be relied on."),

  MODEL_UNKNOWN(
      Severity.WARNING,
      "The data of a container are of a model that this build does not know; only what all"
          + " containers have was checked."),

  PARTITION_STATE_UNREADABLE("The state of a partition cannot be read."),
  PARTITION_STATE_UNKNOWN(
      Severity.WARNING, "There is a state of a partition that the container never had."),
  PARTITION_LSN("The LSN of a partition is not one that its place in the map allows."),
  PARTITION_FENCE("The fence of a partition cannot be read, or is not one that the map allows."),
  PARTITION_SIZE("The size of a partition is not that of its records."),
  LOGICAL_SIZE_UNREADABLE("The size of a logical partition cannot be read."),
  LOGICAL_SIZE("The size of a logical partition is not that of its records."),

  RECORD_UNREADABLE("A record cannot be read."),
  RECORD_OFF_AXIS("A record has a position that no partition owns."),
  RECORD_SEGMENT("A record lies in another segment than the partition that owns its position."),
  RECORD_LSN("A record has an LSN that no owner of its position has given."),
  LOG_ENTRY_MISSING("The change log has no entry for the version of a record."),
  LOG_ENTRY_OTHER("The change log's entry for the version of a record names another record."),

  LOG_ENTRY_UNREADABLE("An entry of the change log cannot be read."),
  LOG_UNKNOWN_PARTITION(
      Severity.WARNING, "There is a change log of a partition that the container never had."),
  LOG_LSN("An entry of the change log has an LSN that its partition has not given."),
  LOG_POSITION("An entry of the change log has a position that its partition did not own."),
  LOG_TIME("The times in a change log do not grow with its LSNs."),
  LOG_AHEAD("An entry of the change log names a version that is newer than the record."),
  LOG_REMOVED("An entry of the change log says that a record was removed, but it is there."),
  LOG_SUPERSEDED("A superseded entry is still in the change log of a container without history."),
  LOG_UNEXPECTED("There is an entry in the change log of a container that keeps none."),
  LOG_IMAGE("An entry of the change log carries something else than the version it names."),

  INDEX_UNKNOWN_KIND("An index entry is of a kind that nothing knows.");

  private final Severity severity;
  private final String text;

  StorageProblem(String text) {
    this(Severity.ERROR, text);
  }

  StorageProblem(Severity severity, String text) {
    this.severity = severity;
    this.text = text;
  }

  @Override
  public Severity severity() {
    return severity;
  }

  @Override
  public String text() {
    return text;
  }
}
