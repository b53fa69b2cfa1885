package dev.partita.document.check;

import dev.partita.container.check.Problem;
import dev.partita.container.check.Severity;

/** What can be wrong with items and the entries that lead to them. */
public enum ItemProblem implements Problem {
  ITEM_UNREADABLE("An item is not stored as a JSON object with its head."),
  ITEM_ID("An item has an id that is not the one it is stored under."),
  ITEM_KEY("An item has a partition key that is not the one it is stored under."),
  ITEM_TTL("The time to live in an item's head is not that of its document."),
  ITEM_PROPERTIES("The system properties of an item are not those of its version."),
  ITEM_NUMBER("An item has a number that no partition has given out."),
  UNIQUE_ENTRY_MISSING("An item has no entry for its values of a unique key."),
  UNIQUE_ENTRY_OTHER("The entry for an item's values of a unique key leads to another item."),
  EXPIRY_ENTRY_MISSING("An item has no entry for the end of its time to live."),
  VALUE_ENTRY_MISSING("An item has no index entry for one of its values."),
  INDEX_ENTRY_UNREADABLE("An index entry cannot be read."),
  INDEX_ENTRY_STRAY("An index entry leads to an item that is not there or has other values.");

  private final String text;

  ItemProblem(String text) {
    this.text = text;
  }

  @Override
  public Severity severity() {
    return Severity.ERROR;
  }

  @Override
  public String text() {
    return text;
  }
}
