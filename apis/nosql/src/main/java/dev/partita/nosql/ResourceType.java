package dev.partita.nosql;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What paths can address, told by the kinds along them: one resource, or the feed of them. Rights
 * are tested for every constant.
 */
enum ResourceType {
  ACCOUNT(""),
  DATABASE("dbs"),
  CONTAINER("dbs/colls"),
  ITEM("dbs/colls/docs"),
  ATTACHMENT("dbs/colls/docs/attachments"),
  PARTITION("dbs/colls/pkranges"),
  PROCEDURE("dbs/colls/sprocs"),
  TRIGGER("dbs/colls/triggers"),
  FUNCTION("dbs/colls/udfs"),
  CONFLICT("dbs/colls/conflicts"),
  /** Something that a container does, and no resource. */
  OPERATION("dbs/colls/operations"),
  USER("dbs/users"),
  PERMISSION("dbs/users/permissions"),
  ENCRYPTION_KEY("dbs/" + EncryptionKeyCalls.SEGMENT),
  OFFER("offers");

  private static final Map<String, ResourceType> BY_KINDS =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(ResourceType::kinds, Function.identity()));

  private final String kinds;

  ResourceType(String kinds) {
    this.kinds = kinds;
  }

  String kinds() {
    return kinds;
  }

  /** The type of what a path addresses; null if there is none. */
  static @Nullable ResourceType of(ResourcePath path) {
    return BY_KINDS.get(path.kinds());
  }
}
