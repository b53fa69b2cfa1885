package dev.partita.benchmarks.graph;

import java.util.Random;

/**
 * Random graph of people who each know ten others. The in-degree follows a power law: the lower a
 * number, the higher it is, up to thousands.
 */
final class GeneratedGraph implements GraphData {

  private static final int DEGREE = 10;
  private static final int HUBS = 10;
  private static final long SEED = 42;

  private final int vertices;
  private final int[] to;

  GeneratedGraph(int vertices) {
    this.vertices = vertices;
    this.to = new int[vertices * DEGREE];
    Random random = new Random(SEED);
    for (int i = 0; i < to.length; i++) {
      to[i] = target(random);
    }
  }

  @Override
  public Words words() {
    return new Words("name", "age", 50, "knows", "w", 0.3);
  }

  @Override
  public int vertices() {
    return vertices;
  }

  @Override
  public String label(int vertex) {
    return "person";
  }

  @Override
  public String name(int vertex) {
    return "name" + vertex;
  }

  @Override
  public Object[] properties(int vertex) {
    return new Object[] {"name", name(vertex), "age", vertex % 100};
  }

  @Override
  public int edges() {
    return to.length;
  }

  @Override
  public int from(int edge) {
    return edge / DEGREE;
  }

  @Override
  public int to(int edge) {
    return to[edge];
  }

  @Override
  public String edgeLabel(int edge) {
    return "knows";
  }

  @Override
  public Object[] edgeProperties(int edge) {
    return new Object[] {"w", edge % 1000 / 1000.0};
  }

  /** Vertex of low in-degree. */
  @Override
  public int start(Random random) {
    return vertices / 2 + random.nextInt(vertices / 2);
  }

  @Override
  public int target(Random random) {
    double u = random.nextDouble();
    return (int) (vertices * u * u);
  }

  @Override
  public int hub(Random random) {
    return random.nextInt(HUBS);
  }
}
