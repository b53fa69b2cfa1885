package dev.partita.document.codec;

import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.document.ItemCondition;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemRequest;
import dev.partita.document.Precondition;
import dev.partita.document.ScriptCall;
import dev.partita.json.JsonNumber;
import dev.partita.json.patch.JsonPatch;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Operations come back from their bytes as they were; other bytes are refused. */
class OperationCodecTest {

  @Provide
  Arbitrary<ItemOperation> operations() {
    return OperationsForTests.operations();
  }

  @Provide
  Arbitrary<ItemRequest> requests() {
    return OperationsForTests.requests();
  }

  @Provide
  Arbitrary<ScriptCall> scriptCalls() {
    return OperationsForTests.scriptCalls();
  }

  @Property(tries = 500)
  void operationsComeBackAsTheyWere(@ForAll("operations") ItemOperation operation) {
    byte[] bytes = OperationCodec.encode(operation);
    ItemOperation decoded = OperationCodec.decodeOperation(bytes);
    assertThat(decoded).isEqualTo(operation);
    // Equality does not tell the order of members, nor one zero from the other.
    assertThat(OperationCodec.encode(decoded)).isEqualTo(bytes);
  }

  @Property(tries = 300)
  void requestsComeBackAsTheyWere(@ForAll("requests") ItemRequest request) {
    byte[] bytes = OperationCodec.encode(request);
    ItemRequest decoded = OperationCodec.decodeRequest(bytes);
    assertThat(decoded).isEqualTo(request);
    assertThat(OperationCodec.encode(decoded)).isEqualTo(bytes);
  }

  @Property(tries = 200)
  void callsOfScriptsComeBackAsTheyWere(@ForAll("scriptCalls") ScriptCall call) {
    byte[] bytes = OperationCodec.encode(call);
    ScriptCall decoded = OperationCodec.decodeScriptCall(bytes);
    assertThat(decoded).isEqualTo(call);
    assertThat(OperationCodec.encode(decoded)).isEqualTo(bytes);
  }

  @Property(tries = 500)
  void damagedBytesAreRefusedOrMeanSomethingElse(
      @ForAll("requests") ItemRequest request, @ForAll Random random) {
    byte[] bytes = OperationCodec.encode(request);
    assertRefusedOrRead(Arrays.copyOf(bytes, random.nextInt(bytes.length)));
    byte[] damaged = bytes.clone();
    for (int i = 0; i <= random.nextInt(3); i++) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    assertRefusedOrRead(damaged);
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> OperationCodec.decodeRequest(Arrays.copyOf(bytes, bytes.length + 1)));
  }

  @Property(tries = 500)
  void bytesFromNowhereAreRefused(@ForAll byte[] bytes) {
    byte[] addressed = bytes.clone();
    for (int kind = 1; kind <= 3 && addressed.length > 1; kind++) {
      addressed[0] = 1;
      addressed[1] = (byte) kind;
      assertRefusedOrRead(addressed);
    }
    assertRefusedOrRead(bytes);
  }

  private static void assertRefusedOrRead(byte[] bytes) {
    assertRefusedOrRead(OperationCodec::decodeOperation, bytes);
    assertRefusedOrRead(OperationCodec::decodeRequest, bytes);
    assertRefusedOrRead(OperationCodec::decodeScriptCall, bytes);
  }

  private static void assertRefusedOrRead(Function<byte[], ?> decoding, byte[] bytes) {
    try {
      assertThat(decoding.apply(bytes)).isNotNull();
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    }
  }

  @Example
  void aListThatIsLongerThanTheMessageTakesNoMemory() {
    byte[] huge = Bytes.fromHex("010202" + "00000002" + "5B5D" + "7FFFFFFF");
    assertFails(ErrorCode.BAD_REQUEST, () -> OperationCodec.decodeRequest(huge));
  }

  @Example
  void otherVersionsAndKindsAreRefusedByNumber() {
    byte[] bytes = OperationCodec.encode(new ItemOperation.Delete("1", Precondition.NONE));
    byte[] later = bytes.clone();
    later[0] = 2;
    assertFails(ErrorCode.BAD_REQUEST, () -> OperationCodec.decodeOperation(later));
    assertFails(ErrorCode.BAD_REQUEST, () -> OperationCodec.decodeRequest(bytes));
  }

  @Example
  void halfASurrogatePairIsNotSent() {
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> OperationCodec.encode(new ItemOperation.Read("\uD83D", Precondition.NONE)));
  }

  /** The example of docs/formats/operations.md. */
  @Example
  void writesAPatchAsTheFormatSays() {
    JsonPatch patch =
        JsonPatch.fromJson(json("{'operations':[{'op':'incr','path':'/n','value':1}]}"));
    ItemCondition condition =
        new ItemCondition("FROM c WHERE c.n < @m", Map.of("@m", JsonNumber.of(9)));
    assertThat(
            Bytes.hex(
                OperationCodec.encode(
                    new ItemOperation.Patch("7", patch, condition, Precondition.ifMatch("*")))))
        .isEqualTo(
            "010105"
                + "0000000137"
                + "00000001"
                + "05"
                + "000000022F6E"
                + "0000000131"
                + "01"
                + "0000001546524F4D20632057484552452063"
                + "2E6E203C20406D"
                + "00000001"
                + "00000002406D"
                + "0000000139"
                + "01"
                + "000000012A");
  }
}
