/**
 * Protocols of frames, each of which tells how long it is, beside HTTP and on the same transport:
 * event loops, TLS, limits, admission, draining. A protocol brings
 *
 * <ol>
 *   <li>a {@link dev.partita.net.frames.FrameDecoder}, which says where a frame ends;
 *   <li>{@link dev.partita.net.frames.FrameRules}: how long frames may be, how many of a connection
 *       are in work at once, and in which order they are answered;
 *   <li>a {@link dev.partita.net.frames.FrameHandler}, which makes a {@link
 *       dev.partita.net.frames.Conversation} for each connection. It is given each frame as soon as
 *       that has arrived entirely, and answers when it can.
 * </ol>
 *
 * <p>A protocol whose frames begin with their length in little endian, and that answers one after
 * the other:
 *
 * <pre>{@code
 * static final FrameRules RULES =
 *     FrameRules.sequential(
 *         () -> FrameDecoder.lengthField(0, ByteOrder.LITTLE_ENDIAN, 0, 16), 48_000_000);
 *
 * final class Session implements Conversation {
 *   private final FrameSocket socket;
 *
 *   public CompletionStage<FrameAnswer> answer(byte[] frame) {
 *     Command command = Command.parse(frame);          // brief: this is the event loop
 *     return command.isBrief()
 *         ? socket.executor().inline(bounded -> run(command, bounded))
 *         : socket.executor().onWorker(() -> run(command, false));
 *   }
 *
 *   public byte[] lastWords(DatabaseException why) {   // in the protocol's own way, or nothing
 *     return Command.failure(why);
 *   }
 * }
 * }</pre>
 *
 * <p>In a server it is a {@code ProtocolModule} (module protocol) with a {@code Listener.AtPort}
 * that speaks {@code Listener.Spoken.Frames}: the rules, and the handler of the protocol at work;
 * clients are turned away until it has started, and when the server stops. A conversation calls
 * {@link dev.partita.net.frames.FrameSocket#authenticated} when it knows who the client is. What
 * comes of a request that is not answered by one frame goes out by {@link
 * dev.partita.net.frames.FrameSocket#send}.
 *
 * <p>What must stay true: what is held for a client grows with what it has sent, never with what it
 * announces, and is bounded for all connections together; nothing is read that could not be passed
 * on soon; a client that reads no answers gets no more of them, and is cut off in the end. Pages in
 * browsers can send the bytes of an HTTP request to any port: a decoder has to refuse them, as one
 * does that takes the first four for a length beyond the maximum.
 */
@NullMarked
package dev.partita.net.frames;

import org.jspecify.annotations.NullMarked;
