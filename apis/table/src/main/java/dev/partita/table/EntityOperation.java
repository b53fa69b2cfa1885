package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.EntityLimits;
import dev.partita.document.ItemOperation;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.table.auth.Access;
import dev.partita.table.auth.Operation;
import dev.partita.table.edm.Entity;
import dev.partita.table.edm.EntityDocument;
import dev.partita.table.error.TableError;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A change of one entity, checked and translated, alone or as a part of a transaction.
 *
 * @param change what the engine is to do
 * @param inserts whether it is an insert, which clients may want the result of
 */
record EntityOperation(
    String table,
    String partitionKey,
    String rowKey,
    ItemOperation change,
    Operation kind,
    boolean inserts) {

  PartitionKey key() {
    return PartitionKey.of(partitionKey);
  }

  /**
   * @param method the one that counts
   * @param ifMatch the header; null if there is none
   * @throws DatabaseException if it is not a change that can be made
   */
  static EntityOperation of(
      TableForm form,
      String method,
      Target target,
      @Nullable String ifMatch,
      Supplier<Entity> body) {
    return switch (target) {
      case Target.Entities(String table) when method.equals("POST") ->
          insert(form, table, body.get());
      case Target.OneEntity(String table, String key, String row) -> {
        EntityRules.requireKeys(form, key, row);
        yield switch (method) {
          case "PUT" -> put(form, table, key, row, ifMatch, body.get());
          case "MERGE", "PATCH" -> merge(form, table, key, row, ifMatch, body.get());
          case "DELETE" -> delete(table, key, row, ifMatch);
          default -> throw notAllowed(method);
        };
      }
      default -> throw notAllowed(method);
    };
  }

  private static EntityOperation insert(TableForm form, String table, Entity entity) {
    String key = required("PartitionKey", entity.partitionKey());
    String row = required("RowKey", entity.rowKey());
    EntityRules.requireKeys(form, key, row);
    EntityRules.requireProperties(form, key, row, entity.properties());
    JsonObject document = EntityDocument.of(key, row, entity.properties());
    return new EntityOperation(
        table, key, row, new ItemOperation.Create(document), Operation.INSERT, true);
  }

  private static EntityOperation put(
      TableForm form,
      String table,
      String key,
      String row,
      @Nullable String ifMatch,
      Entity entity) {
    JsonObject document = document(form, key, row, entity);
    Precondition precondition = Etags.precondition(ifMatch);
    ItemOperation change =
        ifMatch == null
            ? new ItemOperation.Upsert(document, precondition)
            : new ItemOperation.Replace(row, document, precondition);
    return new EntityOperation(
        table, key, row, change, ifMatch == null ? Operation.UPSERT : Operation.UPDATE, false);
  }

  private static EntityOperation merge(
      TableForm form,
      String table,
      String key,
      String row,
      @Nullable String ifMatch,
      Entity entity) {
    JsonObject document = document(form, key, row, entity);
    EntityLimits limits = EntityRules.limits(form);
    ItemOperation change =
        ifMatch == null
            ? new ItemOperation.MergeOrCreate(document, limits)
            : new ItemOperation.Merge(row, document, limits, Etags.precondition(ifMatch));
    return new EntityOperation(
        table, key, row, change, ifMatch == null ? Operation.UPSERT : Operation.UPDATE, false);
  }

  private static EntityOperation delete(
      String table, String key, String row, @Nullable String ifMatch) {
    if (ifMatch == null) {
      throw TableError.MISSING_REQUIRED_HEADER
          .failure("A delete says which version it is for; If-Match: * stands for any.")
          .with("header", "If-Match");
    }
    ItemOperation change = new ItemOperation.Delete(row, Etags.precondition(ifMatch));
    return new EntityOperation(table, key, row, change, Operation.DELETE, false);
  }

  private static JsonObject document(TableForm form, String key, String row, Entity entity) {
    requireSame("PartitionKey", key, entity.partitionKey());
    requireSame("RowKey", row, entity.rowKey());
    EntityRules.requireProperties(form, key, row, entity.properties());
    return EntityDocument.of(key, row, entity.properties());
  }

  private static void requireSame(String name, String addressed, @Nullable String own) {
    if (own != null && !own.equals(addressed)) {
      throw TableError.INVALID_INPUT
          .failure("A key in the body is not the one in the address.")
          .with("property", name)
          .with("body", own)
          .with("address", addressed);
    }
  }

  private static String required(String name, @Nullable String key) {
    if (key == null) {
      throw TableError.PROPERTIES_NEED_VALUE
          .failure("An entity needs its keys.")
          .with("property", name);
    }
    return key;
  }

  private static DatabaseException notAllowed(String method) {
    return TableError.METHOD_NOT_ALLOWED.failure().with("method", method);
  }

  /**
   * @throws DatabaseException if the sender of the request may not do this
   */
  void requireAllowed(Access access) {
    access.require(kind, table);
    if (!access.limits().holds(partitionKey, rowKey)) {
      throw TableError.AUTHORIZATION_FAILURE
          .failure("The signature is for a range of keys, which these lie beyond.")
          .with("PartitionKey", partitionKey)
          .with("RowKey", rowKey);
    }
  }
}
