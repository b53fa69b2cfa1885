package dev.partita.collection.check;

import dev.partita.container.check.Problem;
import dev.partita.container.check.Severity;

/** What can be wrong with documents of collections and the entries that lead to them. */
public enum CollectionProblem implements Problem {
  DOCUMENT_UNREADABLE("A document is not stored as valid BSON with its head."),
  DOCUMENT_ID("A document has an _id that is not the one it is stored under."),
  DOCUMENT_KEY("A document has a shard key that is not the one it is stored under."),
  INDEX_KEY_MISSING("A document has no entry for its values in an index."),
  UNIQUE_KEY_OTHER("The entry for a document's values of a unique index leads to another one."),
  INDEX_KEY_UNREADABLE("An entry of an index cannot be read."),
  INDEX_KEY_STRAY(
      "An entry of an index leads to a document that is not there or has other values."),
  STATEMENT_UNREADABLE("What became of a retryable statement cannot be read.");

  private final String text;

  CollectionProblem(String text) {
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
