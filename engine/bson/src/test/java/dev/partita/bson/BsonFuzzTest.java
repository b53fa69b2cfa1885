package dev.partita.bson;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.partita.base.error.DatabaseException;

/**
 * Arbitrary bytes as documents and as keys. A normal run uses the inputs beside the class; with the
 * variable JAZZER_FUZZ set to 1 a run generates new ones until one fails.
 */
class BsonFuzzTest {

  @FuzzTest
  void whatIsTakenAsADocumentCanBeReadWhole(byte[] bytes) {
    BsonDocument document;
    try {
      document = BsonDocument.read(bytes);
    } catch (DatabaseException _) {
      // Most bytes are no document.
      return;
    }
    BsonDocumentTest.readAll(document);
  }

  @FuzzTest
  void keysFailOnlyInTheWayOfTheDatabase(byte[] bytes) {
    try {
      BsonKeyReader reader = new BsonKeyReader(bytes);
      while (!reader.atEnd()) {
        reader.next();
      }
    } catch (DatabaseException _) {
      // Most bytes are no key.
    }
  }
}
