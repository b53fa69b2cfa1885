package dev.partita.nosql;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.document.ResourceIds;
import java.util.Base64;

/** The system's ids of what this API adds to databases, containers and items. */
final class Rids {

  private Rids() {}

  static String of(DatabaseRecord database) {
    return ResourceIds.database(database.number());
  }

  static String of(ContainerRecord container) {
    return ResourceIds.container(container.database(), container.number());
  }

  /** Whether a text is the id of an item of the container. */
  static boolean isItem(ContainerRecord container, String rid) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(rid.replace('-', '/'));
    } catch (IllegalArgumentException e) {
      return false;
    }
    return bytes.length == 16
        && Bytes.readInt(bytes, 0) == container.database()
        && Bytes.readInt(bytes, 4) == (container.number() | 0x80000000)
        && (bytes[15] & 0xF0) == 0;
  }

  static String range(ContainerRecord container, int partition) {
    return inContainer(container.database(), container.number(), partition + 2, 0x50);
  }

  static String of(Catalogue catalogue, ResourceRecord record) {
    return switch (record.kind()) {
      case "sprocs" -> inContainer(catalogue, record, 0x80);
      case "triggers" -> inContainer(catalogue, record, 0x70);
      case "udfs" -> inContainer(catalogue, record, 0x60);
      case "users", EncryptionKeyCalls.SEGMENT -> inDatabase(record.parent(), record.number());
      case "permissions" ->
          catalogue
              .resource(record.parent())
              .map(user -> permission(user.parent(), user.number(), record.number()))
              .orElseThrow();
      default -> throw new IllegalArgumentException("Not a kind of resource: " + record.kind());
    };
  }

  /** Offers have three bytes, numbered like what they belong to. */
  static String offer(int number) {
    byte[] bytes = {(byte) (number >>> 16), (byte) (number >>> 8), (byte) number};
    return encode(bytes);
  }

  private static String inContainer(Catalogue catalogue, ResourceRecord record, int mark) {
    int database = catalogue.container(record.parent()).orElseThrow().database();
    return inContainer(database, record.parent(), record.number(), mark);
  }

  private static String inContainer(int database, int container, int number, int mark) {
    byte[] bytes = new byte[16];
    Bytes.writeInt(bytes, 0, database);
    Bytes.writeInt(bytes, 4, container | 0x80000000);
    Bytes.writeLong(bytes, 8, Long.reverseBytes(number));
    bytes[15] = (byte) mark;
    return encode(bytes);
  }

  private static String inDatabase(int database, int number) {
    byte[] bytes = new byte[8];
    Bytes.writeInt(bytes, 0, database);
    Bytes.writeInt(bytes, 4, number);
    return encode(bytes);
  }

  private static String permission(int database, int user, int number) {
    byte[] bytes = new byte[16];
    Bytes.writeInt(bytes, 0, database);
    Bytes.writeInt(bytes, 4, user);
    Bytes.writeLong(bytes, 8, Long.reverseBytes(number));
    return encode(bytes);
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes).replace('/', '-');
  }
}
