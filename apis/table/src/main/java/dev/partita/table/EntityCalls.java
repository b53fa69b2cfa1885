package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Documents;
import dev.partita.document.EntityLimits;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.document.Submitted;
import dev.partita.table.auth.Access;
import dev.partita.table.auth.Operation;
import dev.partita.table.edm.EntityReader;
import dev.partita.table.edm.EntityWriter;
import dev.partita.table.edm.StoredEntity;
import dev.partita.table.edm.Utf8Buffer;
import dev.partita.table.error.TableError;
import dev.partita.telemetry.RequestDetail;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Single entities: reading and changing them. */
final class EntityCalls {

  private final Documents documents;
  private final TableCatalogue catalogue;
  private final EntityReader reader;

  EntityCalls(Documents documents, TableCatalogue catalogue, EntityReader reader) {
    this.documents = documents;
    this.catalogue = catalogue;
    this.reader = reader;
  }

  Answer read(Call call, Target.OneEntity target, Access access) {
    access.require(Operation.READ, target.table());
    EntityRules.requireKeys(call.form(), target.partitionKey(), target.rowKey());
    Items items = items(call, target.table());
    if (!access.limits().holds(target.partitionKey(), target.rowKey())) {
      throw TableError.RESOURCE_NOT_FOUND.failure("The signature is for other keys.");
    }
    ItemResult result = items.read(PartitionKey.of(target.partitionKey()), target.rowKey());
    Utf8Buffer out = new Utf8Buffer(result.requireItem().jsonBytes() + 512);
    writer(call, target.table()).single(new StoredEntity(result.requireItem()), out);
    return Answer.of(200)
        .about(
            () ->
                RequestDetail.of(
                    PartitionKey.of(target.partitionKey()),
                    new ItemOperation.Read(target.rowKey(), Precondition.NONE)))
        .header("dataserviceversion", "3.0;")
        .header("etag", Etags.of(result.requireItem()))
        .charge(result.charge())
        .from(result.partition())
        .body(call.level().contentType(), out.toBytes());
  }

  /** Hands a change over without waiting for it. */
  Submitted<Answer> submit(Call call, Access access) {
    EntityOperation operation = operation(call, access);
    return items(call, operation.table())
        .submit(operation.key(), operation.change())
        .then(result -> changed(call, operation, result));
  }

  private EntityOperation operation(Call call, Access access) {
    requireJson(call);
    byte[] body = call.body();
    EntityOperation operation =
        EntityOperation.of(
            call.form(),
            call.method(),
            call.target(),
            call.header("if-match"),
            () -> reader.read(body, 0, body.length));
    operation.requireAllowed(access);
    return operation;
  }

  private Answer changed(Call call, EntityOperation operation, Supplier<ItemResult> change) {
    ItemResult result;
    try {
      result = change.get();
    } catch (DatabaseException e) {
      throw explained(e);
    }
    return answer(call, operation, result, call.withoutContent())
        .about(() -> RequestDetail.of(operation.key(), operation.change()))
        .charge(result.charge())
        .from(result.partition());
  }

  /** Where clients expect a more exact code than the engine has. */
  static DatabaseException explained(DatabaseException e) {
    if (e.code() == ErrorCode.CONFLICT && TableError.of(e) == TableError.ENTITY_ALREADY_EXISTS) {
      return carry(e, TableError.ENTITY_ALREADY_EXISTS.failure());
    }
    if (e.code() == ErrorCode.PRECONDITION_FAILED) {
      return carry(e, TableError.UPDATE_CONDITION_NOT_SATISFIED.failure());
    }
    if (e.code() == ErrorCode.TOO_LARGE && e.context().containsKey(EntityLimits.PROPERTIES)) {
      return restated(e, TableError.TOO_MANY_PROPERTIES, EntityLimits.PROPERTIES, "properties");
    }
    if (e.code() == ErrorCode.TOO_LARGE && e.context().containsKey(EntityLimits.BYTES)) {
      return restated(e, TableError.ENTITY_TOO_LARGE, EntityLimits.BYTES, "sizeBytes");
    }
    return e.code() == ErrorCode.NOT_FOUND ? carry(e, TableError.RESOURCE_NOT_FOUND.failure()) : e;
  }

  /** The failure in the terms of the protocol, with the values that belong to it. */
  private static DatabaseException restated(
      DatabaseException from, TableError error, String name, String restatedName) {
    DatabaseException to = error.failure();
    from.context().forEach((key, value) -> to.with(key.equals(name) ? restatedName : key, value));
    return to;
  }

  private static DatabaseException carry(DatabaseException from, DatabaseException to) {
    Object charge = from.context().get("requestCharge");
    return charge == null ? to : to.with("requestCharge", charge);
  }

  /** The answer to a change, without its charge. */
  Answer answer(Call call, EntityOperation operation, ItemResult result, boolean withoutContent) {
    if (result.kind() == ItemResult.Kind.DELETED) {
      return Answer.of(204).header("DataServiceVersion", "1.0;");
    }
    String etag = Etags.of(result.requireItem());
    if (!operation.inserts()) {
      return Answer.of(204).header("DataServiceVersion", "1.0;").header("ETag", etag);
    }
    String location =
        call.base()
            + "/"
            + EntityWriter.address(operation.table(), operation.partitionKey(), operation.rowKey());
    return inserted(call, operation, result, location, withoutContent).header("ETag", etag);
  }

  private Answer inserted(
      Call call,
      EntityOperation operation,
      ItemResult result,
      String location,
      boolean withoutContent) {
    if (withoutContent) {
      return Answer.of(204)
          .header("Preference-Applied", "return-no-content")
          .header("DataServiceVersion", "3.0;")
          .header("Location", location)
          .header("DataServiceId", location);
    }
    Utf8Buffer out = new Utf8Buffer(result.requireItem().jsonBytes() + 512);
    writer(call, operation.table()).single(new StoredEntity(result.requireItem()), out);
    return Answer.of(201)
        .header("Preference-Applied", call.header("prefer") == null ? null : "return-content")
        .header("DataServiceVersion", "3.0;")
        .header("Location", location)
        .body(call.level().contentType(), out.toBytes());
  }

  Items items(Call call, String table) {
    Container container = catalogue.require(call.account(), table);
    return documents.items(container);
  }

  EntityWriter writer(Call call, String table) {
    return new EntityWriter(call.level(), call.base(), call.account(), table, selected(call));
  }

  private static @Nullable List<String> selected(Call call) {
    String select = call.query("$select");
    if (select == null || select.strip().equals("*")) {
      return null;
    }
    return Arrays.stream(select.split(",", -1)).map(String::strip).toList();
  }

  private static void requireJson(Call call) {
    String type = call.header("content-type");
    if (type == null || call.request().body().length == 0) {
      return;
    }
    String lower = type.toLowerCase(Locale.ROOT);
    if (lower.contains("atom") || lower.contains("xml")) {
      throw TableError.ATOM_FORMAT_NOT_SUPPORTED.failure().with("contentType", type);
    }
    if (!lower.contains("json")) {
      throw TableError.MEDIA_TYPE_NOT_SUPPORTED
          .failure("Send application/json.")
          .with("contentType", type);
    }
  }
}
