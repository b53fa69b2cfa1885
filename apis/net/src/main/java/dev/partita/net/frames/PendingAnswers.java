package dev.partita.net.frames;

import dev.partita.net.frames.FrameRules.AnswerOrder;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one connection that are in work, and answers that wait for those before them.
 * Confined to the event loop of its connection.
 */
final class PendingAnswers {

  /** The place of one frame among the others. */
  static final class Slot {
    private @Nullable FrameAnswer answer;
  }

  private final AnswerOrder order;
  private final ArrayDeque<Slot> slots = new ArrayDeque<>();
  private long heldBytes;

  PendingAnswers(AnswerOrder order) {
    this.order = order;
  }

  int size() {
    return slots.size();
  }

  /** Of the answers that wait for others. */
  long heldBytes() {
    return heldBytes;
  }

  Slot add() {
    var slot = new Slot();
    slots.add(slot);
    return slot;
  }

  /** Takes the answer of a slot, and gives out what may be sent with it. */
  void complete(Slot slot, FrameAnswer answer, Consumer<FrameAnswer> ready) {
    if (order == AnswerOrder.AS_READY) {
      if (slots.remove(slot)) {
        ready.accept(answer);
      }
      return;
    }
    slot.answer = answer;
    heldBytes += answer.bytes();
    for (Slot first = slots.peek(); first != null && first.answer != null; first = slots.peek()) {
      FrameAnswer next = first.answer;
      slots.remove();
      heldBytes -= next.bytes();
      ready.accept(next);
    }
  }

  void clear() {
    slots.clear();
    heldBytes = 0;
  }
}
