package dev.partita.graph;

import dev.partita.container.Engine;
import dev.partita.document.Documents;
import dev.partita.document.Items;
import dev.partita.testkit.TestEngine;
import dev.partita.throughput.ThroughputSettings;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/** Engine of the harness with a graph of several partitions. */
final class GraphFixture extends TestEngine {

  final Documents documents = new Documents(engine);
  final Graphs graphs = new Graphs(engine, documents, Engine.DEFAULT_ACCOUNT);
  final GraphStore store =
      graphs.create("db", "world", "/country", new ThroughputSettings.Manual(40_000));

  Items items() {
    return documents.items(store.container());
  }

  PartitaGraph committing() {
    return Graphs.traversable(store, GraphOptions.committing());
  }

  PartitaGraph collecting() {
    return Graphs.traversable(store, GraphOptions.collecting());
  }

  /** Cities in two countries with roads between them. */
  GraphTraversalSource cities() {
    GraphTraversalSource g = committing().traversal();
    city(g, "ghent", "BE", 260_000);
    city(g, "bruges", "BE", 120_000);
    city(g, "lille", "FR", 230_000);
    city(g, "paris", "FR", 2_100_000);
    road(g, "ghent", "bruges", 50);
    road(g, "ghent", "lille", 75);
    road(g, "bruges", "lille", 80);
    road(g, "lille", "paris", 225);
    g.V("paris").as("p").V("ghent").addE("exports").to("p").iterate();
    return g;
  }

  private static void city(GraphTraversalSource g, String name, String country, int people) {
    g.addV("city")
        .property("id", name)
        .property("country", country)
        .property("name", name)
        .property("people", people)
        .iterate();
  }

  private static void road(GraphTraversalSource g, String from, String to, int km) {
    g.V(from).as("f").V(to).addE("road").from("f").property("km", km).iterate();
  }
}
