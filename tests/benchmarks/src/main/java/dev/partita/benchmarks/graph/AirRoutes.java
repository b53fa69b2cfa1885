package dev.partita.benchmarks.graph;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerFactory;

/**
 * Airports of the world and the routes between them, from TinkerGraph's package. Its main method
 * writes them to a text file, which all other processes read: not all have that package.
 */
final class AirRoutes implements GraphData {

  private static final int HUBS = 10;

  private record Airport(String label, String code, String description, int runways) {}

  private record Route(int from, int to, String label, int distance) {}

  private final List<Airport> vertices = new ArrayList<>();
  private final List<Route> edges = new ArrayList<>();
  private final int[] airports;
  private final int[] hubs;

  private AirRoutes(List<String> lines) {
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      if (cells[0].equals("V")) {
        vertices.add(new Airport(cells[1], cells[2], cells[3], Integer.parseInt(cells[4])));
      } else {
        edges.add(
            new Route(
                Integer.parseInt(cells[1]),
                Integer.parseInt(cells[2]),
                cells[3],
                Integer.parseInt(cells[4])));
      }
    }
    int[] degrees = new int[vertices.size()];
    edges.forEach(route -> degrees[route.from]++);
    airports =
        IntStream.range(0, vertices.size())
            .filter(i -> vertices.get(i).label.equals("airport"))
            .toArray();
    hubs =
        IntStream.of(airports)
            .boxed()
            .sorted((left, right) -> Integer.compare(degrees[right], degrees[left]))
            .limit(HUBS)
            .mapToInt(Integer::intValue)
            .toArray();
  }

  static AirRoutes read(Path file) {
    try {
      return new AirRoutes(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param arguments the file to write
   */
  public static void main(String[] arguments) throws IOException {
    Graph graph = TinkerFactory.createAirRoutes();
    List<String> lines = new ArrayList<>();
    Map<Object, Integer> numbers = new HashMap<>();
    graph
        .vertices()
        .forEachRemaining(
            vertex -> {
              numbers.put(vertex.id(), numbers.size());
              lines.add(line(vertex));
            });
    graph
        .vertices()
        .forEachRemaining(
            vertex ->
                vertex
                    .edges(Direction.OUT)
                    .forEachRemaining(edge -> lines.add(line(edge, numbers))));
    Files.write(Path.of(arguments[0]), lines, UTF_8);
  }

  private static String line(Vertex vertex) {
    return String.join(
        "\t",
        "V",
        vertex.label(),
        vertex.<String>property("code").orElse(""),
        vertex.<String>property("desc").orElse(""),
        vertex.property("runways").orElse(0).toString());
  }

  private static String line(Edge edge, Map<Object, Integer> numbers) {
    return String.join(
        "\t",
        "E",
        String.valueOf(numbers.get(edge.outVertex().id())),
        String.valueOf(numbers.get(edge.inVertex().id())),
        edge.label(),
        edge.property("dist").orElse(0).toString());
  }

  @Override
  public Words words() {
    return new Words("code", "runways", 3, "route", "dist", 500);
  }

  @Override
  public int vertices() {
    return vertices.size();
  }

  @Override
  public String label(int vertex) {
    return vertices.get(vertex).label;
  }

  @Override
  public String name(int vertex) {
    return vertices.get(vertex).code;
  }

  @Override
  public Object[] properties(int vertex) {
    Airport airport = vertices.get(vertex);
    return new Object[] {
      "code", airport.code, "desc", airport.description, "runways", airport.runways
    };
  }

  @Override
  public int edges() {
    return edges.size();
  }

  @Override
  public int from(int edge) {
    return edges.get(edge).from;
  }

  @Override
  public int to(int edge) {
    return edges.get(edge).to;
  }

  @Override
  public String edgeLabel(int edge) {
    return edges.get(edge).label;
  }

  @Override
  public Object[] edgeProperties(int edge) {
    return new Object[] {"dist", edges.get(edge).distance};
  }

  @Override
  public int start(Random random) {
    return airports[random.nextInt(airports.length)];
  }

  @Override
  public int target(Random random) {
    return start(random);
  }

  @Override
  public int hub(Random random) {
    return hubs[random.nextInt(hubs.length)];
  }
}
