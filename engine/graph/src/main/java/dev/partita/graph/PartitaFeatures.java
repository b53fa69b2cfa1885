package dev.partita.graph;

import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a graph can do, as TinkerPop asks for it: ids are strings, values are what JSON has without
 * arrays and objects, vertices have multi- and meta-properties. Immutable. Public, with its parts,
 * since TinkerPop calls them by reflection.
 */
public final class PartitaFeatures implements Graph.Features {

  static final PartitaFeatures INSTANCE = new PartitaFeatures();

  private PartitaFeatures() {}

  @Override
  public GraphFeatures graph() {
    return new OfGraph();
  }

  @Override
  public VertexFeatures vertex() {
    return new OfVertices();
  }

  @Override
  public EdgeFeatures edge() {
    return new OfEdges();
  }

  @Override
  public String toString() {
    return StringFactory.featureString(this);
  }

  /** Numbers come back as what JSON says they are, which is why a Long or a Float may not. */
  public interface Scalars extends DataTypeFeatures {

    @Override
    default boolean supportsByteValues() {
      return false;
    }

    @Override
    default boolean supportsFloatValues() {
      return false;
    }

    @Override
    default boolean supportsLongValues() {
      return false;
    }

    @Override
    default boolean supportsMapValues() {
      return false;
    }

    @Override
    default boolean supportsMixedListValues() {
      return false;
    }

    @Override
    default boolean supportsUniformListValues() {
      return false;
    }

    @Override
    default boolean supportsSerializableValues() {
      return false;
    }

    @Override
    default boolean supportsBooleanArrayValues() {
      return false;
    }

    @Override
    default boolean supportsByteArrayValues() {
      return false;
    }

    @Override
    default boolean supportsDoubleArrayValues() {
      return false;
    }

    @Override
    default boolean supportsFloatArrayValues() {
      return false;
    }

    @Override
    default boolean supportsIntegerArrayValues() {
      return false;
    }

    @Override
    default boolean supportsLongArrayValues() {
      return false;
    }

    @Override
    default boolean supportsStringArrayValues() {
      return false;
    }
  }

  /** Ids are strings. */
  public interface Elements extends ElementFeatures {

    @Override
    default boolean supportsNullPropertyValues() {
      return false;
    }

    @Override
    default boolean supportsNumericIds() {
      return false;
    }

    @Override
    default boolean supportsUuidIds() {
      return false;
    }

    @Override
    default boolean supportsCustomIds() {
      return false;
    }

    @Override
    default boolean supportsAnyIds() {
      return false;
    }

    @Override
    default boolean willAllowId(@Nullable Object id) {
      return id instanceof String;
    }
  }

  /** See {@link PartitaFeatures}. */
  public static final class OfGraph implements GraphFeatures {

    @Override
    public boolean supportsComputer() {
      return false;
    }

    @Override
    public boolean supportsTransactions() {
      return false;
    }

    @Override
    public boolean supportsThreadedTransactions() {
      return false;
    }

    @Override
    public boolean supportsIoRead() {
      return false;
    }

    @Override
    public boolean supportsIoWrite() {
      return false;
    }

    @Override
    public boolean supportsServiceCall() {
      return false;
    }

    @Override
    public boolean supportsConcurrentAccess() {
      return false;
    }

    @Override
    public VariableFeatures variables() {
      return new OfVariables();
    }
  }

  /** See {@link PartitaFeatures}. */
  public static final class OfVariables implements VariableFeatures, Scalars {

    @Override
    public boolean supportsVariables() {
      return false;
    }

    @Override
    public boolean supportsBooleanValues() {
      return false;
    }

    @Override
    public boolean supportsDoubleValues() {
      return false;
    }

    @Override
    public boolean supportsIntegerValues() {
      return false;
    }

    @Override
    public boolean supportsStringValues() {
      return false;
    }
  }

  /** See {@link PartitaFeatures}. */
  public static final class OfVertices implements VertexFeatures, Elements {

    @Override
    public VertexProperty.Cardinality getCardinality(String key) {
      return VertexProperty.Cardinality.single;
    }

    @Override
    public VertexPropertyFeatures properties() {
      return new OfVertexProperties();
    }
  }

  /** See {@link PartitaFeatures}. */
  public static final class OfVertexProperties implements VertexPropertyFeatures, Scalars {

    @Override
    public boolean supportsNullPropertyValues() {
      return false;
    }

    @Override
    public boolean supportsUserSuppliedIds() {
      return false;
    }

    @Override
    public boolean supportsNumericIds() {
      return false;
    }

    @Override
    public boolean supportsUuidIds() {
      return false;
    }

    @Override
    public boolean supportsCustomIds() {
      return false;
    }

    @Override
    public boolean supportsAnyIds() {
      return false;
    }
  }

  /** See {@link PartitaFeatures}. */
  public static final class OfEdges implements EdgeFeatures, Elements {

    @Override
    public EdgePropertyFeatures properties() {
      return new OfEdgeProperties();
    }
  }

  /** See {@link PartitaFeatures}. */
  public static final class OfEdgeProperties implements EdgePropertyFeatures, Scalars {}
}
