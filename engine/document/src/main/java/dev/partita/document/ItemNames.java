package dev.partita.document;

import dev.partita.base.bytes.OrdinalText;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.map.PartitionScheme;
import java.nio.charset.StandardCharsets;

/** What ids the items of a container can have, and how they are kept in its keys. */
enum ItemNames {

  /** Ids of text, nearly all of which can stand in the path of an address. */
  ADDRESSABLE {
    @Override
    byte[] require(String id) {
      if (id.isEmpty()) {
        throw DatabaseException.badRequest("The id of an item cannot be empty.");
      }
      byte[] bytes = requireLength(bytes(id), 1023);
      if (id.indexOf('\\') >= 0) {
        throw DatabaseException.badRequest("The id of an item has no \\.").with("id", id);
      }
      return bytes;
    }

    @Override
    byte[] bytes(String id) {
      return id.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    String text(byte[] id) {
      return new String(id, StandardCharsets.UTF_8);
    }
  },

  /** Any ids, also the empty one, in the order of their UTF-16 units. */
  ORDERED {
    @Override
    byte[] require(String id) {
      return requireLength(bytes(id), 3 * 1024);
    }

    @Override
    byte[] bytes(String id) {
      return OrdinalText.encode(id);
    }

    @Override
    String text(byte[] id) {
      return OrdinalText.decode(id);
    }
  };

  /** Where neighbouring keys are kept together the items of a key are in order, too. */
  static ItemNames of(PartitionScheme scheme) {
    return scheme instanceof PartitionScheme.Ranged ? ORDERED : ADDRESSABLE;
  }

  /** The id of which {@link #require} gave these bytes. */
  abstract String text(byte[] id);

  /** The id as it would be in keys, whether or not an item can have it. */
  abstract byte[] bytes(String id);

  /**
   * The id as it is in keys.
   *
   * @throws DatabaseException BAD_REQUEST if it is not one that an item can have
   */
  abstract byte[] require(String id);

  private static byte[] requireLength(byte[] bytes, int limit) {
    if (bytes.length > limit) {
      throw DatabaseException.badRequest("The id of an item is longer than an id may be.")
          .with("bytes", bytes.length)
          .with("limitBytes", limit);
    }
    return bytes;
  }
}
