package dev.partita.container.model;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.check.Layer;
import dev.partita.container.check.StorageProblem;
import dev.partita.container.repair.RepairLayer;
import dev.partita.partition.IndexKind;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The models that a build knows, by the names that definitions of containers have. Immutable. */
public final class Models {

  private final Map<String, Model> byName = new HashMap<>();

  /**
   * @throws IllegalArgumentException if two share a name
   */
  public Models(List<Model> models) {
    for (Model model : models) {
      if (byName.put(model.name(), model) != null) {
        throw new IllegalArgumentException("Two models share a name: " + model.name());
      }
    }
  }

  private @Nullable Model of(ContainerRecord record) {
    return byName.get(record.definition().model().name());
  }

  /** The check of every container by its own model. */
  public Layer checks() {
    return (record, container) -> {
      Model model = of(record);
      if (model == null) {
        container.report(
            container
                .finding(StorageProblem.MODEL_UNKNOWN)
                .with("model", record.definition().model().name()));
        return new UnknownModel();
      }
      return new DeclaredKinds(model.checks().begin(record, container), letters(model, false));
    };
  }

  /**
   * The repair of every container by its own model.
   *
   * @throws DatabaseException from {@link RepairLayer#begin}: INCOMPATIBLE_FORMAT if a container is
   *     of a model that is not known
   */
  public RepairLayer repairs() {
    return (record, keys) -> {
      Model model = of(record);
      if (model == null) {
        throw new DatabaseException(
                ErrorCode.INCOMPATIBLE_FORMAT,
                "A container's data are of a model that this build does not know, so they cannot"
                    + " be repaired. Use a build that has it.")
            .with("container", record.name())
            .with("model", record.definition().model().name());
      }
      RepairLayer.Part part = model.repairs().begin(record, keys);
      Set<Integer> kept = letters(model, true);
      return new RepairLayer.Part() {
        @Override
        public RepairLayer.Facts facts(RecordKey key, StoredRecord stored) {
          return part.facts(key, stored);
        }

        @Override
        public Set<Integer> keptKinds() {
          return kept;
        }
      };
    };
  }

  private static Set<Integer> letters(Model model, boolean keptOnly) {
    return model.indexKinds().stream()
        .filter(kind -> !keptOnly || !kind.isDerived())
        .map(IndexKind::letter)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The check of a model, which is asked of entries of its own kinds only. */
  private record DeclaredKinds(Layer.Part part, Set<Integer> letters) implements Layer.Part {

    @Override
    public void record(RecordKey key, StoredRecord stored) {
      part.record(key, stored);
    }

    @Override
    public void version(RecordKey key, StoredRecord version) {
      part.version(key, version);
    }

    @Override
    public boolean indexEntry(byte[] suffix, byte[] value) {
      return suffix.length > 0
          && letters.contains(suffix[0] & 0xFF)
          && part.indexEntry(suffix, value);
    }

    @Override
    public void finish() {
      part.finish();
    }
  }

  /** Knows nothing, and finds nothing wrong. */
  private record UnknownModel() implements Layer.Part {

    @Override
    public void record(RecordKey key, StoredRecord stored) {}

    @Override
    public void version(RecordKey key, StoredRecord version) {}

    @Override
    public boolean indexEntry(byte[] suffix, byte[] value) {
      return true;
    }

    @Override
    public void finish() {}
  }
}
