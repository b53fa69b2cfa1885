package dev.partita.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * A traversal of steps drawn by lot, whose results are the same in every order. It can be made from
 * any number of graphs. Immutable.
 */
final class RandomWalk {

  private static final int STEPS_MAX = 4;
  private static final String[] LABELS = {"knows", "likes", "owes", "hates"};

  private record Start(
      String name, Function<GraphTraversalSource, GraphTraversal<?, Vertex>> begin) {}

  private record Step(String name, UnaryOperator<GraphTraversal<?, Vertex>> add) {}

  private record End(String name, Function<GraphTraversal<?, Vertex>, GraphTraversal<?, ?>> add) {}

  private final Start start;
  private final List<Step> steps = new ArrayList<>();
  private final End end;

  RandomWalk(Random random) {
    this.start = start(random);
    int count = random.nextInt(STEPS_MAX + 1);
    for (int i = 0; i < count; i++) {
      steps.add(step(random));
    }
    this.end = end(random);
  }

  GraphTraversal<?, ?> from(GraphTraversalSource g) {
    GraphTraversal<?, Vertex> walk = start.begin.apply(g);
    for (Step step : steps) {
      walk = step.add.apply(walk);
    }
    return end.add.apply(walk);
  }

  private static Start start(Random random) {
    String one = "v" + random.nextInt(13);
    String other = "v" + random.nextInt(13);
    int n = random.nextInt(5);
    String country = "c" + random.nextInt(6);
    return switch (random.nextInt(9)) {
      case 0 -> new Start("V()", g -> g.V());
      case 1 -> new Start("V(" + one + ")", g -> g.V(one));
      case 2 -> new Start("V(" + one + "," + other + ")", g -> g.V(one, other));
      case 3 -> new Start("V().has(n," + n + ")", g -> g.V().has("n", n));
      case 4 -> new Start("V().has(n,gt " + n + ")", g -> g.V().has("n", P.gt(n)));
      case 5 -> new Start("V().has(" + country + ")", g -> g.V().has("country", country));
      case 6 ->
          new Start(
              "V().hasLabel(person).has(" + country + ",n " + n + ")",
              g -> g.V().hasLabel("person").has("country", country).has("n", P.neq(n)));
      case 7 -> new Start("V().has(tag," + n + ")", g -> g.V().has("tag", n));
      default -> new Start("E().outV()", g -> g.E().outV());
    };
  }

  @SuppressWarnings("unchecked") // steps take any number of traversals
  private static Step step(Random random) {
    // TinkerGraph goes along the edges of a label as often as the label is named.
    int label = random.nextInt(LABELS.length);
    String one = LABELS[label];
    String other = LABELS[(label + 1 + random.nextInt(LABELS.length - 1)) % LABELS.length];
    String id = "v" + random.nextInt(13);
    int n = random.nextInt(5);
    return switch (random.nextInt(24)) {
      case 0 -> new Step("out()", walk -> walk.out());
      case 1 -> new Step("in()", walk -> walk.in());
      case 2 -> new Step("both()", walk -> walk.both());
      case 3 -> new Step("out(" + one + ")", walk -> walk.out(one));
      case 4 -> new Step("in(" + one + "," + other + ")", walk -> walk.in(one, other));
      case 5 -> new Step("both(" + one + ")", walk -> walk.both(one));
      case 6 -> new Step("outE(" + one + ").inV()", walk -> walk.outE(one).inV());
      case 7 -> new Step("inE().outV()", walk -> walk.inE().outV());
      case 8 -> new Step("bothE(" + one + ").otherV()", walk -> walk.bothE(one).otherV());
      case 9 -> new Step("bothE().bothV()", walk -> walk.bothE().bothV());
      case 10 ->
          new Step("outE().has(w,gt " + n + ").inV()", walk -> walk.outE().has("w", P.gt(n)).inV());
      case 11 -> new Step("has(n,lt " + n + ")", walk -> walk.has("n", P.lt(n)));
      case 12 -> new Step("hasId(" + id + ")", walk -> walk.hasId(id));
      case 13 -> new Step("hasId(neq " + id + ")", walk -> walk.hasId(P.neq(id)));
      case 14 -> new Step("outE().outV()", walk -> walk.outE().outV());
      case 15 -> new Step("simplePath()", walk -> walk.simplePath());
      case 16 -> new Step("where(out(" + one + "))", walk -> walk.where(__.out(one)));
      case 17 -> new Step("not(in(" + one + "))", walk -> walk.not(__.in(one)));
      case 18 ->
          new Step("repeat(out(" + one + ")).times(2)", walk -> walk.repeat(__.out(one)).times(2));
      case 19 ->
          new Step(
              "repeat(both().simplePath()).until(hasId or loops 2)",
              walk ->
                  walk.repeat(__.both().simplePath())
                      .until(__.<Vertex>hasId(id).or().loops().is(2)));
      case 20 ->
          new Step("emit().repeat(in()).times(2)", walk -> walk.emit().repeat(__.in()).times(2));
      case 21 -> new Step("union(out,in)", walk -> walk.union(__.out(one), __.in(other)));
      case 22 -> new Step("optional(out(" + one + "))", walk -> walk.optional(__.out(one)));
      default ->
          new Step(
              "coalesce(out(" + one + "),in(" + other + "))",
              walk -> walk.coalesce(__.out(one), __.in(other)));
    };
  }

  private static End end(Random random) {
    int n = random.nextInt(5);
    return switch (random.nextInt(15)) {
      case 0 -> new End("count()", walk -> walk.count());
      case 1 -> new End("values(n)", walk -> walk.values("n"));
      case 2 -> new End("values(tag).sum()", walk -> walk.values("tag").sum());
      case 3 -> new End("groupCount().by(id)", walk -> walk.groupCount().by(T.id));
      case 4 -> new End("groupCount().by(n)", walk -> walk.groupCount().by("n"));
      case 5 -> new End("path().by(id)", walk -> walk.path().by(T.id));
      case 6 ->
          new End("order().by(id).limit(3).id()", walk -> walk.order().by(T.id).limit(3).id());
      case 7 ->
          new End(
              "order().by(id).range(" + n + "," + (n + 3) + ").id()",
              walk -> walk.order().by(T.id).range(n, n + 3).id());
      case 8 -> new End("outE().values(w)", walk -> walk.outE().values("w"));
      case 9 -> new End("bothE().dedup().count()", walk -> walk.bothE().dedup().count());
      case 10 -> new End("outE().count()", walk -> walk.outE().count());
      case 11 -> new End("dedup().by(n).count()", walk -> walk.dedup().by("n").count());
      case 12 ->
          new End(
              "project(id,degree)",
              walk -> walk.project("id", "degree").by(T.id).by(__.both().count()));
      case 13 -> new End("dedup().id()", walk -> walk.dedup().id());
      default -> new End("id()", walk -> walk.id());
    };
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(start.name);
    steps.forEach(step -> text.append('.').append(step.name));
    return text.append('.').append(end.name).toString();
  }
}
