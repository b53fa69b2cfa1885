package dev.partita.document.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemRequest;
import dev.partita.document.ScriptCall;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPointer;
import dev.partita.json.patch.PatchOperation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import org.junit.jupiter.api.Test;

/** What is sent to partitions has nothing in it that cannot be sent. */
class OperationsAreDataTest {

  /** Values that the codec writes as they are; everything else is a record of such. */
  private static final Set<Class<?>> VALUES =
      Set.of(
          String.class,
          Integer.class,
          Long.class,
          int.class,
          long.class,
          boolean.class,
          PartitionKey.class,
          JsonPointer.class);

  private static final Set<Class<?>> COLLECTIONS = Set.of(List.class, Set.class, Map.class);

  @Test
  void noPartOfAnOperationIsAnythingButData() {
    List<String> others = new ArrayList<>();
    Set<Class<?>> seen = new HashSet<>();
    Stream.of(ItemOperation.class, ItemRequest.class, ScriptCall.class)
        .forEach(type -> look(type, type.getSimpleName(), seen, others));
    assertThat(others).isEmpty();
    assertThat(seen).contains(ItemOperation.Patch.class, PatchOperation.Move.class);
  }

  private static void look(Type type, String where, Set<Class<?>> seen, List<String> others) {
    if (type instanceof ParameterizedType several) {
      look(several.getRawType(), where, seen, others);
      for (Type argument : several.getActualTypeArguments()) {
        look(argument, where, seen, others);
      }
      return;
    }
    Class<?> plain = (Class<?>) type;
    if (VALUES.contains(plain)
        || COLLECTIONS.contains(plain)
        || JsonValue.class.isAssignableFrom(plain)
        || !seen.add(plain)) {
      return;
    }
    if (plain.isSealed()) {
      for (Class<?> each : plain.getPermittedSubclasses()) {
        look(each, each.getName(), seen, others);
      }
    } else if (plain.isRecord()) {
      for (RecordComponent component : plain.getRecordComponents()) {
        look(component.getGenericType(), plain.getName() + "." + component, seen, others);
      }
    } else {
      others.add(where);
    }
  }

  @Test
  void theLawsOfTheCodecAreTriedWithEveryKind() {
    assertTried(OperationsForTests.operations(), ItemOperation.class);
    assertTried(OperationsForTests.requests(), ItemRequest.class);
    assertTried(OperationsForTests.scriptCalls(), ScriptCall.class);
  }

  private static void assertTried(Arbitrary<?> arbitrary, Class<?> sealed) {
    Set<Class<?>> tried = new HashSet<>();
    arbitrary.sampleStream().limit(500).forEach(each -> tried.add(each.getClass()));
    assertThat(tried).containsExactlyInAnyOrder(sealed.getPermittedSubclasses());
  }
}
