package dev.partita.peer.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.NotInCharge;
import dev.partita.replication.peer.PeerService.Lane;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class FrameTest {

  private static final byte[][] FRAMES = {
    new Hello(1, 1, "c0ffee", 2, 1, Lane.BULK, 3, new UUID(4, 5), 6, "build").bytes(),
    new Frame.Refused("CLOCK", "Set it.").bytes(),
    new Frame.Failure(1, new DatabaseException(ErrorCode.RETRY, "Again.").with("n", 1)).bytes(),
    new Frame.Cancel(7).bytes(),
    new Frame.Ping(8).bytes(),
    new Frame.Pong(9, 10).bytes(),
    Frame.Request.head(1, 2, 3),
    Frame.Answer.head(1),
  };

  /** Reads it, or says that it cannot be read: nothing else may come of it. */
  private static void read(byte[] bytes) {
    try {
      assertThat(Frame.read(ByteBuffer.wrap(bytes))).isNotNull();
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    } catch (UnknownProtocol e) {
      assertThat(e).hasMessageContaining("protocol");
    }
  }

  @Property
  void bytesOfAnyKindAreReadOrRefused(@ForAll @Size(max = 200) byte[] bytes) {
    read(bytes);
    if (bytes.length > 0) {
      bytes[0] = (byte) Math.floorMod(bytes[0], 10);
      read(bytes);
    }
  }

  @Property
  void framesThatWereDamagedAreReadOrRefused(
      @ForAll @IntRange(max = 7) int which,
      @ForAll @IntRange(max = 199) int at,
      @ForAll byte value,
      @ForAll @IntRange(max = 200) int length) {
    byte[] frame = FRAMES[which].clone();
    frame[at % frame.length] = value;
    read(frame);
    read(Arrays.copyOf(frame, length));
  }

  @Property
  void framesForJoiningThatWereDamagedAreReadOrRefused(
      @ForAll @IntRange(max = 60) int at, @ForAll byte value) {
    byte[] frame = new JoinFrame.Join(1, 1, new byte[8], new byte[20], "name", "host:1").bytes();
    frame[at % frame.length] = value;
    try {
      assertThat(JoinFrame.read(ByteBuffer.wrap(frame))).isNotNull();
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    }
  }

  @Property
  void failuresArriveAsTheyWere(
      @ForAll ErrorCode code,
      @ForAll @StringLength(max = 50) String text,
      @ForAll long number,
      @ForAll double fraction,
      @ForAll boolean truth) {
    var failure =
        new DatabaseException(code, text)
            .with("number", number)
            .with("fraction", fraction)
            .with("truth", truth);
    Frame.Failure read =
        (Frame.Failure) Frame.read(ByteBuffer.wrap(new Frame.Failure(3, failure).bytes()));
    DatabaseException arrived = (DatabaseException) read.failure();
    assertThat(arrived.code()).isEqualTo(code);
    assertThat(arrived.text().getBytes(StandardCharsets.UTF_8))
        .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    assertThat(arrived.context()).isEqualTo(failure.context());
  }

  @Test
  void aHelloArrivesAsItWas() {
    var hello = new Hello(1, 1, "c0ffee", 2, 1, Lane.BULK, 3, UUID.randomUUID(), 6, "build");
    assertThat(Frame.read(ByteBuffer.wrap(hello.bytes()))).isEqualTo(hello);
  }

  @Test
  void aPlaceInTheClusterArrivesAsItWas() {
    var joined = new JoinFrame.Joined(3, "pem", Map.of(1, "a:1", 2, "b:2"));
    assertThat(JoinFrame.read(ByteBuffer.wrap(joined.bytes()))).isEqualTo(joined);
  }

  @Test
  void aRefusalOfAKindToComeIsStillARefusal() {
    byte[] later = new FrameWriter(16).u8(Frame.FAILURE).u64(1).u8(200).u32(5).toBytes();
    assertThat(((Frame.Failure) Frame.read(ByteBuffer.wrap(later))).failure())
        .isInstanceOf(NotInCharge.class);
    byte[] unknown = new FrameWriter(16).u8(Frame.FAILURE).u64(1).u8(2).u32(5).toBytes();
    assertThat(((Frame.Failure) Frame.read(ByteBuffer.wrap(unknown))).failure())
        .isNotInstanceOf(NotInCharge.class);
  }

  @Test
  void anotherProgramIsNoNode() {
    byte[] hello = FRAMES[0].clone();
    hello[1] = 'X';
    assertThatThrownBy(() -> Frame.read(ByteBuffer.wrap(hello)))
        .hasMessageContaining("no node of Partita");
  }
}
