package dev.partita.document.codec;

import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchLimits;
import dev.partita.document.EntityLimits;
import dev.partita.document.ItemCondition;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemRequest;
import dev.partita.document.Precondition;
import dev.partita.document.ScriptCall;
import dev.partita.document.Unchanged;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.json.patch.JsonPointer;
import dev.partita.json.patch.PatchOperation;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary operations, requests and calls of all kinds. */
final class OperationsForTests {

  private OperationsForTests() {}

  static Arbitrary<String> texts() {
    Arbitrary<String> plain =
        Arbitraries.strings().withChars("az09 /~\"\\\u0000\u00df\u20ac\ufffd").ofMaxLength(6);
    return Arbitraries.oneOf(plain, plain.map(text -> text + "\uD83D\uDE00"));
  }

  private static Arbitrary<JsonValue> leaves() {
    Arbitrary<JsonValue> numbers =
        Arbitraries.oneOf(
            Arbitraries.longs().map(JsonNumber::of),
            Arbitraries.of(-0.0, 0.1, 1e300, -1e-300, 0x1p63).map(JsonNumber::of),
            Arbitraries.doubles().map(JsonNumber::of));
    return Arbitraries.oneOf(
        numbers,
        texts().map(JsonString::of),
        Arbitraries.of(JsonNull.NULL, JsonBoolean.TRUE, JsonBoolean.FALSE));
  }

  static Arbitrary<JsonValue> values() {
    return Arbitraries.recursive(
        OperationsForTests::leaves,
        inner ->
            Arbitraries.oneOf(
                inner.list().ofMaxSize(3).map(JsonArray::of),
                object(inner).map(value -> (JsonValue) value)),
        0,
        2);
  }

  private static Arbitrary<JsonObject> object(Arbitrary<? extends JsonValue> members) {
    return Combinators.combine(texts().list().ofMaxSize(3), members.list().ofSize(3))
        .as(
            (names, values) -> {
              JsonObject.Builder object = JsonObject.builder();
              for (int i = 0; i < names.size(); i++) {
                object.put(names.get(i), values.get(i));
              }
              return object.build();
            });
  }

  static Arbitrary<JsonObject> documents() {
    return object(values());
  }

  static Arbitrary<Precondition> preconditions() {
    return Combinators.combine(
            texts().injectNull(0.5), texts().injectNull(0.5), Arbitraries.longs().injectNull(0.5))
        .as(Precondition::new);
  }

  private static Arbitrary<JsonPointer> pointers() {
    return Arbitraries.of("/a", "/a/0", "/a/-", "/~0~1", "/", "/a//b", "/\u20ac")
        .map(JsonPointer::parse);
  }

  private static Arbitrary<PatchOperation> steps() {
    return Arbitraries.oneOf(
        Combinators.combine(pointers(), values()).as(PatchOperation.Add::new),
        Combinators.combine(pointers(), values()).as(PatchOperation.Set::new),
        Combinators.combine(pointers(), values()).as(PatchOperation.Replace::new),
        pointers().map(PatchOperation.Remove::new),
        Combinators.combine(pointers(), Arbitraries.longs())
            .as((path, by) -> new PatchOperation.Increment(path, JsonNumber.of(by))),
        Combinators.combine(pointers(), pointers()).as(PatchOperation.Move::new));
  }

  private static Arbitrary<ItemCondition> conditions() {
    return Combinators.combine(texts(), Arbitraries.maps(texts(), values()).ofMaxSize(3))
        .as(ItemCondition::new);
  }

  private static Arbitrary<EntityLimits> limits() {
    return Combinators.combine(
            Arbitraries.integers().greaterOrEqual(0), Arbitraries.longs().greaterOrEqual(0))
        .as(EntityLimits::new);
  }

  static Arbitrary<ItemOperation> operations() {
    return Arbitraries.oneOf(
        documents().map(ItemOperation.Create::new),
        documents().map(ItemOperation.CreateNew::new),
        Combinators.combine(documents(), preconditions()).as(ItemOperation.Upsert::new),
        Combinators.combine(texts(), documents(), preconditions()).as(ItemOperation.Replace::new),
        Combinators.combine(
                texts(),
                steps().list().ofMinSize(1).ofMaxSize(10).map(JsonPatch::new),
                conditions().injectNull(0.3),
                preconditions())
            .as(ItemOperation.Patch::new),
        Combinators.combine(texts(), documents(), limits().injectNull(0.3), preconditions())
            .as(ItemOperation.Merge::new),
        Combinators.combine(documents(), limits().injectNull(0.3))
            .as(ItemOperation.MergeOrCreate::new),
        Combinators.combine(texts(), preconditions()).as(ItemOperation.Delete::new),
        Combinators.combine(texts(), preconditions()).as(ItemOperation.Read::new),
        texts().map(ItemOperation.Expire::new));
  }

  private static Arbitrary<PartitionKey> keys() {
    return Arbitraries.oneOf(leaves(), Arbitraries.just(JsonUndefined.UNDEFINED))
        .list()
        .ofMaxSize(3)
        .map(PartitionKey::of);
  }

  static Arbitrary<ItemRequest> requests() {
    Arbitrary<BatchLimits> batchLimits =
        Combinators.combine(
                Arbitraries.integers().greaterOrEqual(0),
                Arbitraries.integers().greaterOrEqual(0),
                Arbitraries.longs().greaterOrEqual(0),
                Arbitraries.integers().greaterOrEqual(0).set().ofMaxSize(3))
            .as(BatchLimits::new);
    Arbitrary<Unchanged> reads =
        Combinators.combine(
                Arbitraries.longs(),
                texts().list().ofMaxSize(3),
                texts().list().ofMaxSize(3),
                Arbitraries.of(true, false))
            .as(Unchanged::new);
    return Arbitraries.oneOf(
        Combinators.combine(keys(), operations()).as(ItemRequest.Single::new),
        Combinators.combine(keys(), operations().list().ofMaxSize(5), batchLimits, reads)
            .as(ItemRequest.Batch::new),
        keys().map(ItemRequest.DeleteAll::new));
  }

  static Arbitrary<ScriptCall> scriptCalls() {
    return Arbitraries.oneOf(
        Combinators.combine(
                keys(),
                texts(),
                values().list().ofMaxSize(3).map(JsonArray::of),
                Arbitraries.of(true, false))
            .as(ScriptCall.Procedure::new),
        Combinators.combine(keys(), operations(), texts().injectNull(0.5), texts().injectNull(0.5))
            .as(ScriptCall.TriggeredWrite::new));
  }
}
