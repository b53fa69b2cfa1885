package dev.partita.table;

import java.util.Locale;

/** The two kinds of accounts that have tables, and in what they differ for clients. */
public enum TableForm {
  /** Azure Table Storage. */
  STORAGE("tables", 1 << 20, 4 << 20, 1000),
  /** The Cosmos DB Table API. */
  COSMOS("TablesDB", 2 << 20, 2 << 20, 10_000);

  private static final int KEY_CHARACTERS = 512;
  private static final int COSMOS_ROW_KEY_BYTES = 255;

  private final String database;
  private final int entityBytes;
  private final int batchBytes;
  private final int pageRows;

  TableForm(String database, int entityBytes, int batchBytes, int pageRows) {
    this.database = database;
    this.entityBytes = entityBytes;
    this.batchBytes = batchBytes;
    this.pageRows = pageRows;
  }

  /** The database that an account of this form has its tables in. */
  public String database() {
    return database;
  }

  /** Names with the same key name the same table. */
  String tableKey(String table) {
    return this == STORAGE ? table.toLowerCase(Locale.ROOT) : table;
  }

  int entityBytes() {
    return entityBytes;
  }

  /** How long the body of a transaction may be. */
  int batchBytes() {
    return batchBytes;
  }

  /** The most entities that a request may ask for at once. */
  int pageRows() {
    return pageRows;
  }

  /** How many UTF-16 units a key may have: 1 KiB of them. */
  int keyCharacters() {
    return KEY_CHARACTERS;
  }

  int rowKeyUtf8Bytes() {
    return this == COSMOS ? COSMOS_ROW_KEY_BYTES : Integer.MAX_VALUE;
  }
}
