package dev.partita.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.partita.bson.BsonDocument;
import dev.partita.mongo.error.MongoError;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What messages mean, and what is refused. */
class MessageReaderTest {

  private static final BsonDocument PING =
      BsonDocument.builder().put("ping", 1).put("$db", "admin").build();

  private static byte[] message(int opCode, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteBuffer message = ByteBuffer.allocate(16 + content.size()).order(ByteOrder.LITTLE_ENDIAN);
    message.putInt(16 + content.size()).putInt(7).putInt(0).putInt(opCode);
    return message.put(content.toByteArray()).array();
  }

  private static byte[] i32(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static byte[] body(BsonDocument document) {
    byte[] bytes = document.toBytes();
    byte[] section = new byte[bytes.length + 1];
    System.arraycopy(bytes, 0, section, 1, bytes.length);
    return section;
  }

  private static byte[] sequence(String field, BsonDocument... documents) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes((field + "\0").getBytes(StandardCharsets.UTF_8));
    for (BsonDocument document : documents) {
      content.writeBytes(document.toBytes());
    }
    ByteArrayOutputStream section = new ByteArrayOutputStream();
    section.write(1);
    section.writeBytes(i32(content.size() + 4));
    section.writeBytes(content.toByteArray());
    return section.toByteArray();
  }

  private static void assertRefused(byte[] message, MongoError code, boolean fatal) {
    assertThatThrownBy(() -> MessageReader.read(message))
        .isInstanceOfSatisfying(
            MalformedMessage.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(code);
              assertThat(failure.isFatal()).isEqualTo(fatal);
            });
  }

  @Test
  void readsTheBodyAndWhatIsSentBesideItInAnyOrder() {
    BsonDocument first = BsonDocument.builder().put("_id", 1).build();
    BsonDocument second = BsonDocument.builder().put("_id", 2).build();
    Message message =
        MessageReader.read(
            message(OpCode.MSG, i32(2), sequence("documents", first, second), body(PING)));
    assertThat(message.id()).isEqualTo(7);
    assertThat(message.body()).isEqualTo(PING);
    assertThat(message.wantsNoReply()).isTrue();
    assertThat(message.sequences())
        .containsExactly(new DocumentSequence("documents", List.of(first, second)));
  }

  @Test
  void readsCommandsOfOldHandshakes() {
    byte[] collection = "admin.$cmd\0".getBytes(StandardCharsets.UTF_8);
    Message message =
        MessageReader.read(
            message(OpCode.QUERY, i32(0), collection, i32(0), i32(-1), PING.toBytes()));
    assertThat(message.legacy()).isTrue();
    assertThat(message.collection()).isEqualTo("admin.$cmd");
    assertThat(message.body()).isEqualTo(PING);
  }

  @Test
  void verifiesChecksums() {
    byte[] whole = message(OpCode.MSG, i32(1), body(PING), i32(0));
    CRC32C checksum = new CRC32C();
    checksum.update(whole, 0, whole.length - 4);
    System.arraycopy(i32((int) checksum.getValue()), 0, whole, whole.length - 4, 4);
    assertThat(MessageReader.read(whole).body()).isEqualTo(PING);
    whole[whole.length - 1] ^= 1;
    assertRefused(whole, MongoError.CHECKSUM_MISMATCH, true);
  }

  @Test
  void refusesWhatMongoDbRefusesWithItsCodes() {
    assertRefused(message(OpCode.MSG, i32(4), body(PING)), MongoError.ILLEGAL_OP_MSG_FLAG, true);
    assertRefused(message(OpCode.MSG, i32(0)), MongoError.NO_BODY, false);
    assertRefused(
        message(OpCode.MSG, i32(0), body(PING), body(PING)), MongoError.MULTIPLE_BODIES, false);
    assertRefused(
        message(OpCode.MSG, i32(0), body(PING), new byte[] {9}), MongoError.UNKNOWN_SECTION, false);
    assertRefused(
        message(OpCode.MSG, i32(0), body(PING), sequence("a"), sequence("a")),
        MongoError.DUPLICATE_SEQUENCE,
        false);
    assertRefused(message(2010, PING.toBytes()), MongoError.PROTOCOL_ERROR, true);
  }

  @Test
  void refusesLengthsThatLie() {
    byte[] longer = message(OpCode.MSG, i32(0), body(PING));
    System.arraycopy(i32(Integer.MAX_VALUE), 0, longer, 21, 4);
    assertRefused(longer, MongoError.INVALID_BSON, false);
    byte[] sequence = sequence("a", PING);
    System.arraycopy(i32(1 << 30), 0, sequence, 1, 4);
    assertRefused(
        message(OpCode.MSG, i32(0), body(PING), sequence), MongoError.PROTOCOL_ERROR, false);
    System.arraycopy(i32(-5), 0, sequence, 1, 4);
    assertRefused(
        message(OpCode.MSG, i32(0), body(PING), sequence), MongoError.PROTOCOL_ERROR, false);
  }

  @ParameterizedTest
  @EnumSource(Compressor.class)
  void repliesInTheCompressionOfTheRequest(Compressor compressor) {
    byte[] plain = message(OpCode.MSG, i32(0), body(PING));
    byte[] content = compressor.compress(plain, 16);
    byte[] packed =
        message(
            OpCode.COMPRESSED,
            i32(OpCode.MSG),
            i32(plain.length - 16),
            new byte[] {(byte) compressor.id()},
            content);
    Message message = MessageReader.read(packed);
    assertThat(message.body()).isEqualTo(PING);
    byte[] reply = MessageWriter.reply(message, 8, PING.toBytes());
    assertThat(MessageReader.read(reply).body()).isEqualTo(PING);
    assertThat(MessageReader.read(reply).compressor()).isEqualTo(compressor);
  }

  @ParameterizedTest
  @EnumSource(Compressor.class)
  void refusesMessagesThatGrowBeyondWhatTheySay(Compressor compressor) {
    byte[] bomb = compressor.compress(new byte[16 << 20], 0);
    byte[] packed =
        message(
            OpCode.COMPRESSED,
            i32(OpCode.MSG),
            i32(1000),
            new byte[] {(byte) compressor.id()},
            bomb);
    assertRefused(packed, MongoError.BAD_VALUE, true);
  }

  @Property(tries = 300)
  void roundTripsThroughEveryCompressor(
      @ForAll @Size(max = 3000) byte[] bytes, @ForAll Compressor compressor) {
    byte[] packed = compressor.compress(bytes, 0);
    assertThat(compressor.decompress(packed, 0, bytes.length)).isEqualTo(bytes);
  }

  @FuzzTest
  void whateverArrivesIsReadOrRefused(byte[] bytes) {
    byte[] message = bytes;
    if (bytes.length >= 16) {
      message = Arrays.copyOf(bytes, bytes.length);
      System.arraycopy(i32(bytes.length), 0, message, 0, 4);
    }
    readOrRefuse(message);
  }

  @Property(tries = 2000)
  void aMessageWithAChangedByteIsReadOrRefused(
      @ForAll @IntRange(min = 4, max = 200) int at, @ForAll byte value) {
    byte[] message = message(OpCode.MSG, i32(0), sequence("documents", PING, PING), body(PING));
    message[at % (message.length - 4) + 4] = value;
    readOrRefuse(message);
    byte[] packed =
        message(
            OpCode.COMPRESSED,
            i32(OpCode.MSG),
            i32(message.length - 16),
            new byte[] {(byte) Compressor.SNAPPY.id()},
            Compressor.SNAPPY.compress(message, 16));
    packed[at % (packed.length - 4) + 4] = value;
    readOrRefuse(packed);
  }

  private static void readOrRefuse(byte[] message) {
    try {
      assertThat(MessageReader.read(message).body().byteLength()).isGreaterThanOrEqualTo(5);
    } catch (MalformedMessage refused) {
      assertThat(refused.getMessage()).isNotEmpty();
    }
  }
}
