package dev.partita.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.time.Clock;
import dev.partita.net.frames.FrameDecoder;
import dev.partita.net.frames.FrameHandler;
import dev.partita.net.frames.FrameRules;
import dev.partita.net.frames.FrameRules.AnswerOrder;
import dev.partita.net.frames.FrameSocket;
import dev.partita.net.http.OriginPolicy;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.tls.MemoryAuthority;
import dev.partita.net.transport.NetLimits;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A protocol with frames beside HTTP, for decent clients and others. */
@Timeout(60)
class FramesTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final IdentitySource IDENTITY = new MemoryAuthority(List.of(), Clock.system());

  private final EchoFrames echo = new EchoFrames();
  private NetServer server = Servers.start(Servers::echo);

  @AfterEach
  void stop() {
    server.close();
  }

  private RawClient start(FrameRules rules, NetLimits limits, FrameHandler handler) {
    server.close();
    server =
        NetServer.start(
            List.of(ANY_PORT), Servers.ECHO, limits, Clock.system(), IDENTITY, OriginPolicy.ANY);
    server.listen(ANY_PORT, "echo", rules, handler);
    return connect();
  }

  private RawClient start(FrameRules rules) {
    return start(rules, NetLimits.standard(), echo);
  }

  private RawClient connect() {
    return new RawClient(server.listening().getLast());
  }

  private static String hear(RawClient client) {
    byte[] length = client.takeBytes(Integer.BYTES);
    if (length.length < Integer.BYTES) {
      return "nothing";
    }
    return client.take(ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt());
  }

  private static RawClient say(RawClient client, String... texts) {
    for (String text : texts) {
      client.send(EchoFrames.frame(text));
    }
    return client;
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static byte[] length(int bytes) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes).array();
  }

  private void hasNothingLeft(NetLimits limits) {
    await(() -> server.bufferedBytesLeft() == limits.bufferedBytes());
  }

  @Test
  void answersFramesHoweverTheyArrive() {
    try (RawClient client = start(EchoFrames.RULES)) {
      assertThat(hear(say(client, "one"))).isEqualTo("one");
      for (byte each : EchoFrames.frame("byte by byte")) {
        client.send(new byte[] {each});
      }
      assertThat(hear(client)).isEqualTo("byte by byte");
      byte[] two = EchoFrames.frame("two");
      client.send(ByteBuffer.allocate(2 * two.length).put(two).put(two).array());
      assertThat(hear(client)).isEqualTo("two");
      assertThat(hear(client)).isEqualTo("two");
      hasNothingLeft(NetLimits.standard());
    }
  }

  @Test
  void doesWorkWhereItBelongs() {
    try (RawClient client = start(EchoFrames.RULES)) {
      assertThat(hear(say(client, "worker"))).isEqualTo("worker");
      assertThat(hear(say(client, "loop"))).isEqualTo("loop");
    }
  }

  @Test
  void servesHttpAtTheOtherPort() {
    try (RawClient client = start(EchoFrames.RULES);
        RawClient http = Servers.connect(server)) {
      assertThat(http.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().status()).isEqualTo(200);
      assertThat(hear(say(client, "a"))).isEqualTo("a");
    }
  }

  @Test
  void speaksTlsAtTheSamePort() {
    try (RawClient plain = start(EchoFrames.RULES);
        RawClient secure = new RawClient(Trust.connect(IDENTITY, server.listening().getLast()))) {
      assertThat(hear(say(plain, "plain"))).isEqualTo("plain");
      assertThat(hear(say(secure, "secret"))).isEqualTo("secret");
      assertThat(echo.sockets)
          .extracting(FrameSocket::isSecure)
          .containsExactlyInAnyOrder(false, true);
      say(secure, "big");
      assertThat(hear(secure)).hasSize(EchoFrames.BIG_BYTES);
      assertThat(hear(say(secure, "bye"))).isEqualTo("bye");
      assertThat(secure.atEnd()).isTrue();
    }
  }

  @Test
  void doesNotTakeLengthsForTls() {
    try (RawClient client = start(EchoFrames.RULES)) {
      String short22 = "x".repeat(0x16);
      assertThat(hear(say(client, short22))).isEqualTo(short22);
    }
    try (RawClient client = connect()) {
      String looksLikeTls = "x".repeat(0x0316);
      assertThat(hear(say(client, looksLikeTls))).isEqualTo(looksLikeTls);
    }
  }

  @Test
  void refusesLengthsThatLie() {
    try (RawClient client = start(EchoFrames.RULES)) {
      assertThat(hear(say(client, "a").send(length(-1)))).isEqualTo("a");
      assertThat(hear(client)).isEqualTo("BAD_REQUEST");
      assertThat(client.atEnd()).isTrue();
    }
    for (int length : new int[] {0, Integer.MIN_VALUE, -5}) {
      try (RawClient client = connect()) {
        assertThat(hear(client.send(length(length)))).isEqualTo("BAD_REQUEST");
      }
    }
    for (int length : new int[] {EchoFrames.MAX_BYTES, Integer.MAX_VALUE, 0x54534f50}) {
      try (RawClient client = connect()) {
        assertThat(hear(client.send(length(length)))).isEqualTo("TOO_LARGE");
        assertThat(client.atEnd()).isTrue();
      }
    }
    assertThat(echo.answered).hasValue(1);
    hasNothingLeft(NetLimits.standard());
  }

  @Test
  void refusesAFrameWhoseEndDoesNotShow() {
    FrameRules endless = FrameRules.sequential(() -> arrived -> FrameDecoder.UNDECIDED, 100);
    try (RawClient client = start(endless)) {
      client.send(new byte[100]);
      assertThat(client.hearsNothingFor(50)).isTrue();
      client.send(new byte[1]);
      assertThat(hear(client)).isEqualTo("TOO_LARGE");
    }
  }

  @Test
  void holdsNoMoreThanWhatHasArrived() {
    NetLimits limits = NetLimits.standard();
    try (RawClient client = start(EchoFrames.RULES)) {
      client.send(length(900)).send(new byte[10]);
      await(() -> server.bufferedBytesLeft() == limits.bufferedBytes() - 14);
    }
    hasNothingLeft(limits);
  }

  @Test
  void endsAConnectionWhoseFrameDoesNotArrive() {
    try (RawClient client = start(EchoFrames.RULES, Servers.impatient(20_000, 100, 20_000), echo)) {
      say(client, "whole").send(length(100)).send("half");
      assertThat(hear(client)).isEqualTo("whole");
      assertThat(hear(client)).isEqualTo("TIMEOUT");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void endsAConnectionThatIsSilent() {
    try (RawClient client = start(EchoFrames.RULES, Servers.impatient(100, 20_000, 20_000), echo)) {
      assertThat(hear(say(client, "a"))).isEqualTo("a");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void letsAProtocolBeSilentForLonger() {
    FrameRules patient = EchoFrames.RULES.withIdleMillis(20_000);
    try (RawClient client = start(patient, Servers.impatient(100, 20_000, 20_000), echo)) {
      assertThat(hear(say(client, "a"))).isEqualTo("a");
      assertThat(client.hearsNothingFor(300)).isTrue();
      assertThat(hear(say(client, "b"))).isEqualTo("b");
    }
  }

  @Test
  void endsAConnectionThatDoesNotSayWhoItIs() {
    NetLimits limits = Servers.impatient(20_000, 100, 20_000);
    try (RawClient client = start(EchoFrames.RULES, limits, new EchoFrames(true))) {
      assertThat(hear(say(client, "loop"))).isEqualTo("loop");
      assertThat(hear(client)).isEqualTo("UNAUTHORIZED");
      assertThat(client.atEnd()).isTrue();
    }
    try (RawClient client = connect()) {
      assertThat(hear(say(client, "hello"))).isEqualTo("hello");
      assertThat(client.hearsNothingFor(300)).isTrue();
    }
  }

  @Test
  void answersOneFrameAfterTheOther() throws InterruptedException {
    try (RawClient client = start(EchoFrames.RULES)) {
      say(client, "later 1", "b");
      EchoFrames.Later first = echo.later.take();
      assertThat(client.hearsNothingFor(50)).isTrue();
      assertThat(echo.answered).hasValue(1);
      first.answer().complete(EchoFrames.answer("a"));
      assertThat(hear(client)).isEqualTo("a");
      assertThat(hear(client)).isEqualTo("b");
    }
  }

  @Test
  void keepsTheOrderOfFramesThatAreInWorkAtOnce() throws InterruptedException {
    try (RawClient client = start(EchoFrames.RULES.withConcurrent(3, AnswerOrder.OF_FRAMES))) {
      say(client, "later 1", "later 2", "c", "d");
      EchoFrames.Later first = echo.later.take();
      EchoFrames.Later second = echo.later.take();
      second.answer().complete(EchoFrames.answer("b"));
      assertThat(client.hearsNothingFor(50)).isTrue();
      assertThat(echo.answered).as("with three at once").hasValue(3);
      first.answer().complete(EchoFrames.answer("a"));
      for (String each : List.of("a", "b", "c", "d")) {
        assertThat(hear(client)).isEqualTo(each);
      }
    }
  }

  @Test
  void answersAsAnswersAreReadyIfTheProtocolLikesThat() throws InterruptedException {
    try (RawClient client = start(EchoFrames.RULES.withConcurrent(2, AnswerOrder.AS_READY))) {
      say(client, "later 1", "b", "later 3", "d");
      assertThat(hear(client)).isEqualTo("b");
      echo.later.take();
      EchoFrames.Later third = echo.later.take();
      assertThat(third.text()).isEqualTo("later 3");
      assertThat(client.hearsNothingFor(50)).isTrue();
      third.answer().complete(EchoFrames.answer("c"));
      assertThat(hear(client)).isEqualTo("c");
      assertThat(hear(client)).isEqualTo("d");
    }
  }

  @Test
  void takesNoMoreFromAClientThatDoesNotRead() {
    NetLimits limits = NetLimits.standard();
    int frames = 10_000;
    try (RawClient client = start(EchoFrames.RULES)) {
      Thread sending =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; i < frames; i++) {
                      say(client, "big");
                    }
                  });
      await(() -> server.unreadBytes() > limits.unreadBytesPerConnection());
      int taken = echo.answered.get();
      assertThat(taken).isLessThan(frames / 2);
      assertThat(server.unreadBytes())
          .isLessThan(limits.unreadBytesPerConnection() + 2L * EchoFrames.BIG_BYTES);
      for (int i = 0; i < frames; i++) {
        assertThat(hear(client)).hasSize(EchoFrames.BIG_BYTES);
      }
      await(() -> !sending.isAlive());
      assertThat(echo.answered).hasValue(frames);
      await(() -> server.unreadBytes() == 0);
    }
  }

  @Test
  void cutsOffAClientThatNeverReads() {
    try (RawClient client = start(EchoFrames.RULES, Servers.impatient(20_000, 20_000, 200), echo)) {
      for (int i = 0; i < 200; i++) {
        try {
          say(client, "big");
        } catch (UncheckedIOException cutOff) {
          break;
        }
      }
      await(() -> server.openConnections() == 0);
      // An answer that was under way may be counted until it finds the connection closed.
      await(() -> server.unreadBytes() == 0);
    }
  }

  @Test
  void sendsWithoutBeingAsked() {
    try (RawClient client = start(EchoFrames.RULES)) {
      say(client, "tell");
      assertThat(hear(client)).isEqualTo("told");
      assertThat(hear(client)).isEqualTo("taken");
      FrameSocket socket = echo.sockets.remove();
      var taken = socket.send(EchoFrames.answer("out of the blue")).toCompletableFuture();
      assertThat(hear(client)).isEqualTo("out of the blue");
      assertThat(taken.join()).isTrue();
      socket.send(EchoFrames.answer("end").thenClose());
      assertThat(hear(client)).isEqualTo("end");
      assertThat(client.atEnd()).isTrue();
      client.finish();
      await(() -> server.openConnections() == 0);
      assertThat(socket.send(EchoFrames.answer("too late")).toCompletableFuture().join()).isFalse();
    }
  }

  @Test
  void sendsWhatIsSaidOnTheEventLoopBeforeTheAnswer() {
    try (RawClient client = start(EchoFrames.RULES)) {
      say(client, "both");
      assertThat(hear(client)).isEqualTo("first");
      assertThat(hear(client)).isEqualTo("second");
    }
  }

  @Test
  void closesTheConnectionOfARequestThatFails() {
    try (RawClient client = start(EchoFrames.RULES)) {
      assertThat(say(client, "fail").isOver()).isTrue();
    }
    try (RawClient client = connect()) {
      assertThat(say(client, "throw").isOver()).isTrue();
    }
    hasNothingLeft(NetLimits.standard());
  }

  @Test
  void answersWhatWasAskedBeforeTheClientWasDone() throws InterruptedException {
    try (RawClient client = start(EchoFrames.RULES)) {
      say(client, "later", "b", "silent").send(length(50)).finish();
      FrameSocket socket = echo.sockets.take();
      await(socket::isAbandoned);
      echo.later.take().answer().complete(EchoFrames.answer("a"));
      assertThat(hear(client)).isEqualTo("a");
      assertThat(hear(client)).isEqualTo("b");
      assertThat(client.atEnd()).isTrue();
      echo.closed.await();
    }
    hasNothingLeft(NetLimits.standard());
  }

  @Test
  void noticesThatTheClientHasGoneWhileItsRequestIsInWork() throws InterruptedException {
    EchoFrames.Later waiting;
    try (RawClient client = start(EchoFrames.RULES)) {
      say(client, "later", "b");
      waiting = echo.later.take();
    }
    await(echo.sockets.remove()::isAbandoned);
    waiting.answer().complete(EchoFrames.answer("too late"));
    echo.closed.await();
    hasNothingLeft(NetLimits.standard());
  }

  @Test
  void answersWhatHasBegunBeforeItStops() throws Exception {
    try (RawClient busy = start(EchoFrames.RULES);
        RawClient arriving = connect();
        RawClient idle = connect()) {
      say(busy, "later");
      EchoFrames.Later waiting = echo.later.take();
      assertThat(hear(say(idle, "hello"))).isEqualTo("hello");
      byte[] frame = EchoFrames.frame("whole");
      arriving.send(Arrays.copyOf(frame, 6));
      long before = NetLimits.standard().bufferedBytes();
      await(() -> server.bufferedBytesLeft() == before - 6 - EchoFrames.frame("later").length);
      Thread stopping = Thread.ofVirtual().start(() -> server.stop(30_000));
      assertThat(hear(idle)).isEqualTo("UNAVAILABLE");
      assertThat(idle.atEnd()).isTrue();
      arriving.send(Arrays.copyOfRange(frame, 6, frame.length));
      say(arriving, "not any more");
      assertThat(hear(arriving)).isEqualTo("whole");
      assertThat(hear(arriving)).isIn("UNAVAILABLE", "not any more");
      waiting.answer().complete(EchoFrames.answer("a"));
      assertThat(hear(busy)).isEqualTo("a");
      assertThat(hear(busy)).isEqualTo("UNAVAILABLE");
      assertThat(busy.atEnd()).isTrue();
      busy.finish();
      arriving.finish();
      idle.finish();
      stopping.join();
    }
  }

  @Test
  void takesOnlySoManyConnections() {
    NetLimits limits = Servers.small();
    try (RawClient first = start(EchoFrames.RULES, limits, echo);
        RawClient second = connect();
        RawClient third = connect()) {
      for (RawClient each : List.of(first, second, third)) {
        assertThat(hear(say(each, "a"))).isEqualTo("a");
      }
      try (RawClient fourth = connect()) {
        fourth.sendIfPossible(EchoFrames.frame("a"));
        assertThat(fourth.isOver()).isTrue();
      }
    }
  }

  @Test
  void closesAConnectionForWhichThereIsNoRoom() throws InterruptedException {
    NetLimits limits = Servers.impatient(20_000, 20_000, 20_000);
    FrameRules long4000 = FrameRules.sequential(EchoFrames.RULES.decoders(), 4_000);
    try (RawClient first = start(long4000, limits, echo);
        RawClient second = connect()) {
      say(first, "later" + "x".repeat(3_000));
      echo.later.take();
      assertThat(say(second, "y".repeat(3_000)).isOver()).isTrue();
    }
    echo.closed.await();
  }

  @Test
  void doesNotServeFramesThatCouldNeverArrive() {
    FrameRules huge = FrameRules.sequential(EchoFrames.RULES.decoders(), 5_000);
    assertThatThrownBy(() -> start(huge, Servers.small(), echo))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5000");
  }

  @Test
  void survivesAnyBytes() {
    NetLimits limits = NetLimits.standard();
    start(EchoFrames.RULES).close();
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      byte[] bytes = new byte[1 + random.nextInt(300)];
      random.nextBytes(bytes);
      if (random.nextBoolean()) {
        bytes[bytes.length > 3 ? 3 : 0] = 0;
        bytes[bytes.length > 2 ? 2 : 0] = 0;
      }
      try (RawClient client = connect()) {
        client.sendIfPossible(bytes);
        while (!client.isOver()) {
          Thread.onSpinWait();
        }
      }
    }
    try (RawClient client = connect()) {
      assertThat(hear(say(client, "still here"))).isEqualTo("still here");
    }
    hasNothingLeft(limits);
  }
}
