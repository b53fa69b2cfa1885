package dev.partita.nosql.hybridrow;

/** The codes of the types that sparse fields of batches have. Truth values are types themselves. */
final class FieldType {

  static final int NULL = 1;
  static final int FALSE = 2;
  static final int TRUE = 3;
  static final int UINT32 = 11;
  static final int FLOAT64 = 16;
  static final int UTF8 = 20;

  private FieldType() {}
}
