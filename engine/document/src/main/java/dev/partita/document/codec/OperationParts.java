package dev.partita.document.codec;

import dev.partita.document.EntityLimits;
import dev.partita.document.ItemCondition;
import dev.partita.document.ItemOperation;
import dev.partita.document.Precondition;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.json.patch.JsonPointer;
import dev.partita.json.patch.PatchOperation;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** How operations lie in messages. Pure functions without state; the codes never change. */
final class OperationParts {

  private static final int CREATE = 1;
  private static final int CREATE_NEW = 2;
  private static final int UPSERT = 3;
  private static final int REPLACE = 4;
  private static final int PATCH = 5;
  private static final int MERGE = 6;
  private static final int MERGE_OR_CREATE = 7;
  private static final int DELETE = 8;
  private static final int READ = 9;
  private static final int EXPIRE = 10;

  private static final int ADD = 1;
  private static final int SET = 2;
  private static final int REPLACE_VALUE = 3;
  private static final int REMOVE = 4;
  private static final int INCREMENT = 5;
  private static final int MOVE = 6;

  private static final int IF_MATCH = 1;
  private static final int IF_NONE_MATCH = 2;
  private static final int IF_TICKS = 4;

  private OperationParts() {}

  static void write(OperationOutput out, ItemOperation operation) {
    switch (operation) {
      case ItemOperation.Create(var document) -> out.u8(CREATE).json(document);
      case ItemOperation.CreateNew(var document) -> out.u8(CREATE_NEW).json(document);
      case ItemOperation.Upsert(var document, var precondition) ->
          write(out.u8(UPSERT).json(document), precondition);
      case ItemOperation.Replace(var id, var document, var precondition) ->
          write(out.u8(REPLACE).text(id).json(document), precondition);
      case ItemOperation.Patch(var id, var patch, var condition, var precondition) -> {
        out.u8(PATCH).text(id).list(patch.operations(), OperationParts::write);
        write(out.optional(condition, OperationParts::write), precondition);
      }
      case ItemOperation.Merge(var id, var members, var limits, var precondition) -> {
        out.u8(MERGE).text(id).json(members).optional(limits, OperationParts::write);
        write(out, precondition);
      }
      case ItemOperation.MergeOrCreate(var document, var limits) ->
          out.u8(MERGE_OR_CREATE).json(document).optional(limits, OperationParts::write);
      case ItemOperation.Delete(var id, var precondition) ->
          write(out.u8(DELETE).text(id), precondition);
      case ItemOperation.Read(var id, var precondition) ->
          write(out.u8(READ).text(id), precondition);
      case ItemOperation.Expire(var id) -> out.u8(EXPIRE).text(id);
    }
  }

  static ItemOperation operation(OperationInput in) {
    int code = in.u8();
    return switch (code) {
      case CREATE -> new ItemOperation.Create(in.object());
      case CREATE_NEW -> new ItemOperation.CreateNew(in.object());
      case UPSERT -> new ItemOperation.Upsert(in.object(), precondition(in));
      case REPLACE -> new ItemOperation.Replace(in.text(), in.object(), precondition(in));
      case PATCH ->
          new ItemOperation.Patch(
              in.text(),
              new JsonPatch(in.list(OperationParts::patchOperation)),
              in.optional(OperationParts::condition),
              precondition(in));
      case MERGE ->
          new ItemOperation.Merge(
              in.text(), in.object(), in.optional(OperationParts::limits), precondition(in));
      case MERGE_OR_CREATE ->
          new ItemOperation.MergeOrCreate(in.object(), in.optional(OperationParts::limits));
      case DELETE -> new ItemOperation.Delete(in.text(), precondition(in));
      case READ -> new ItemOperation.Read(in.text(), precondition(in));
      case EXPIRE -> new ItemOperation.Expire(in.text());
      default -> throw in.refused("There is no such operation.").with("operation", code);
    };
  }

  private static void write(OperationOutput out, Precondition precondition) {
    String ifMatch = precondition.ifMatch();
    String ifNoneMatch = precondition.ifNoneMatch();
    Long ifTicks = precondition.ifTicks();
    out.u8(
        (ifMatch == null ? 0 : IF_MATCH)
            | (ifNoneMatch == null ? 0 : IF_NONE_MATCH)
            | (ifTicks == null ? 0 : IF_TICKS));
    if (ifMatch != null) {
      out.text(ifMatch);
    }
    if (ifNoneMatch != null) {
      out.text(ifNoneMatch);
    }
    if (ifTicks != null) {
      out.u64(ifTicks);
    }
  }

  private static Precondition precondition(OperationInput in) {
    int which = in.u8();
    if ((which & ~(IF_MATCH | IF_NONE_MATCH | IF_TICKS)) != 0) {
      throw in.refused("There is no such precondition.").with("preconditions", which);
    }
    return which == 0
        ? Precondition.NONE
        : new Precondition(
            (which & IF_MATCH) == 0 ? null : in.text(),
            (which & IF_NONE_MATCH) == 0 ? null : in.text(),
            (which & IF_TICKS) == 0 ? null : in.u64());
  }

  private static void write(OperationOutput out, EntityLimits limits) {
    out.u32(limits.properties()).u64(limits.bytes());
  }

  private static EntityLimits limits(OperationInput in) {
    return new EntityLimits(in.count(), in.amount());
  }

  /** The parameters in the order of their names, so that equal conditions have equal bytes. */
  private static void write(OperationOutput out, ItemCondition condition) {
    Map<String, JsonValue> parameters = new TreeMap<>(condition.parameters());
    out.text(condition.text()).u32(parameters.size());
    parameters.forEach((name, value) -> out.text(name).json(value));
  }

  private static ItemCondition condition(OperationInput in) {
    String text = in.text();
    Map<String, JsonValue> parameters = new HashMap<>();
    for (var parameter : in.list(each -> Map.entry(each.text(), each.json()))) {
      if (parameters.put(parameter.getKey(), parameter.getValue()) != null) {
        throw in.refused("A parameter of a condition is there twice.")
            .with("parameter", parameter.getKey());
      }
    }
    return new ItemCondition(text, parameters);
  }

  private static void write(OperationOutput out, PatchOperation operation) {
    String path = operation.path().toString();
    switch (operation) {
      case PatchOperation.Add(_, var value) -> out.u8(ADD).text(path).json(value);
      case PatchOperation.Set(_, var value) -> out.u8(SET).text(path).json(value);
      case PatchOperation.Replace(_, var value) -> out.u8(REPLACE_VALUE).text(path).json(value);
      case PatchOperation.Remove _ -> out.u8(REMOVE).text(path);
      case PatchOperation.Increment(_, var by) -> out.u8(INCREMENT).text(path).json(by);
      case PatchOperation.Move(var from, _) -> out.u8(MOVE).text(path).text(from.toString());
    }
  }

  private static PatchOperation patchOperation(OperationInput in) {
    int code = in.u8();
    JsonPointer path = JsonPointer.parse(in.text());
    return switch (code) {
      case ADD -> new PatchOperation.Add(path, in.json());
      case SET -> new PatchOperation.Set(path, in.json());
      case REPLACE_VALUE -> new PatchOperation.Replace(path, in.json());
      case REMOVE -> new PatchOperation.Remove(path);
      case INCREMENT -> new PatchOperation.Increment(path, number(in));
      case MOVE -> new PatchOperation.Move(JsonPointer.parse(in.text()), path);
      default -> throw in.refused("There is no such step of a patch.").with("step", code);
    };
  }

  private static JsonNumber number(OperationInput in) {
    if (in.json() instanceof JsonNumber number) {
      return number;
    }
    throw in.refused("A patch increments by something that is not a number.");
  }
}
