package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.HashSet;
import java.util.Set;

/**
 * The rules for what clients encrypt of the items of a container. It is they who do it; here it is
 * seen to that all of them can do it in the same way.
 */
final class EncryptionPolicy {

  static final String NAME = "clientEncryptionPolicy";

  private static final String ALGORITHM = "AEAD_AES_256_CBC_HMAC_SHA256";
  private static final String DETERMINISTIC = "Deterministic";
  private static final String RANDOMIZED = "Randomized";

  private EncryptionPolicy() {}

  /**
   * @throws DatabaseException BAD_REQUEST if it is none that clients can follow
   */
  static void require(JsonValue policy, PartitionKeyDefinition key) {
    if (policy instanceof JsonUndefined) {
      return;
    }
    if (!(policy instanceof JsonObject object)
        || !(object.at("includedPaths") instanceof JsonArray paths)) {
      throw invalid("A clientEncryptionPolicy is an object with a list includedPaths.", policy);
    }
    JsonValue version = object.at("policyFormatVersion");
    if (!version.equals(JsonNumber.of(1)) && !version.equals(JsonNumber.of(2))) {
      throw invalid("The policyFormatVersion of a clientEncryptionPolicy is 1 or 2.", version);
    }
    Set<String> seen = new HashSet<>();
    for (JsonValue included : paths) {
      String path = requirePath(included);
      if (!seen.add(path)) {
        throw invalid("A path is in the clientEncryptionPolicy twice.", included);
      }
      boolean names =
          path.equals("/id")
              || key.paths().stream().anyMatch(each -> JsonPath.parse(path).isPrefixOf(each));
      if (names && version.equals(JsonNumber.of(1))) {
        throw invalid("To encrypt the id or the partition key takes policyFormatVersion 2.", path);
      }
      if (names && !text(included, "encryptionType").equals(DETERMINISTIC)) {
        throw invalid("The id and the partition key are encrypted deterministically.", path);
      }
    }
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the database lacks a key that the policy names
   */
  static void requireKeys(JsonValue policy, Catalogue catalogue, int database) {
    if (policy instanceof JsonObject object
        && object.at("includedPaths") instanceof JsonArray paths) {
      for (JsonValue included : paths) {
        String key = text(included, "clientEncryptionKeyId");
        if (catalogue.resource(EncryptionKeyCalls.SEGMENT, database, key).isEmpty()) {
          throw invalid("The database has no encryption key of this name.", key);
        }
      }
    }
  }

  private static String requirePath(JsonValue included) {
    String path = text(included, "path");
    if (!path.startsWith("/") || path.length() == 1 || path.indexOf('/', 1) >= 0) {
      throw invalid("A path that is encrypted is one property at the top, such as /name.", path);
    }
    if (text(included, "clientEncryptionKeyId").isEmpty()) {
      throw invalid("A path that is encrypted needs a clientEncryptionKeyId.", path);
    }
    String type = text(included, "encryptionType");
    if (!type.equals(DETERMINISTIC) && !type.equals(RANDOMIZED)) {
      throw invalid("An encryptionType is Deterministic or Randomized.", type);
    }
    if (!text(included, "encryptionAlgorithm").equals(ALGORITHM)) {
      throw invalid("The only encryptionAlgorithm is " + ALGORITHM + ".", path);
    }
    return path;
  }

  private static String text(JsonValue included, String name) {
    return included instanceof JsonObject object
            && object.at(name) instanceof JsonString(String text)
        ? text
        : "";
  }

  private static DatabaseException invalid(String text, Object value) {
    return DatabaseException.badRequest(text).with(NAME, value);
  }
}
