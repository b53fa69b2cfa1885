package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonWriter;
import dev.partita.protocol.account.AccountKeys;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that carry a grant and the moment it ends, signed with a key of the account, so that the
 * server need not remember them. Replacing the account's keys ends them. Immutable.
 */
final class ResourceTokens {

  private static final String PREFIX = "type=resource&ver=1&sig=";

  private final @Nullable AccountKeys keys;

  ResourceTokens(@Nullable AccountKeys keys) {
    this.keys = keys;
  }

  String issue(Grant grant, long expiresMillis) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("resource", grant.resource())
            .put("all", grant.all())
            .put("expiresMillis", expiresMillis);
    if (grant.partitionKey() != null) {
      json.put("partitionKey", grant.partitionKey());
    }
    byte[] payload = JsonWriter.bytes(json.build());
    byte[] signature =
        keys == null ? new byte[32] : AccountKeys.sign(keys.readWrite().getFirst(), payload);
    return PREFIX + encode(signature) + ";" + encode(payload) + ";";
  }

  /**
   * @throws DatabaseException UNAUTHORIZED if the token is not of this account, FORBIDDEN if it has
   *     expired
   */
  Access access(String token, long nowMillis) {
    String[] parts =
        token.startsWith(PREFIX) ? token.substring(PREFIX.length()).split(";", -1) : new String[0];
    if (parts.length < 2 || keys == null) {
      throw invalid();
    }
    byte[] signature;
    byte[] payload;
    try {
      signature = Base64.getDecoder().decode(parts[0]);
      payload = Base64.getDecoder().decode(parts[1]);
    } catch (IllegalArgumentException e) {
      throw invalid();
    }
    if (!AccountKeys.signs(keys.readWrite(), payload, signature)) {
      throw invalid();
    }
    JsonObject json = JsonReader.DEFAULT.readObject(payload);
    if (((JsonNumber) json.at("expiresMillis")).longValue() <= nowMillis) {
      throw new DatabaseException(ErrorCode.FORBIDDEN, "The resource token has expired.");
    }
    String partitionKey = json.at("partitionKey") instanceof JsonString(String key) ? key : null;
    return new Access.Granted(
        new Grant(
            ((JsonString) json.at("resource")).value(),
            json.at("all") == JsonBoolean.TRUE,
            partitionKey));
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static DatabaseException invalid() {
    return new DatabaseException(
        ErrorCode.UNAUTHORIZED, "The resource token is not one of this account.");
  }
}
