package dev.partita.gremlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.graph.ElementKey;
import dev.partita.json.JsonString;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.empty.EmptyGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptParserTest {

  private final GraphTraversalSource g = EmptyGraph.instance().traversal();

  private static Bytecode parse(String script) {
    return ScriptParser.parse(script, Map.of()).bytecode();
  }

  private static void assertSame(String script, Traversal<?, ?> traversal) {
    assertThat(parse(script).toString()).isEqualTo(traversal.asAdmin().getBytecode().toString());
  }

  @Test
  void readsWhatProgramsWouldSay() {
    assertSame("g.V().count()", g.V().count());
    assertSame("g.V('a', \"b\").out('x').id()", g.V("a", "b").out("x").id());
    assertSame(
        "g.V().has('age', P.gt(30).and(lt(40L))).limit(5)",
        g.V().has("age", P.gt(30).and(P.lt(40L))).limit(5));
    assertSame(
        "g.V().has('n', within('a','b')).has('m', TextP.startingWith('x'))",
        g.V().has("n", P.within("a", "b")).has("m", TextP.startingWith("x")));
    assertSame(
        "g.V().repeat(out().simplePath()).until(hasId('b')).path().by('name')",
        g.V().repeat(__.out().simplePath()).until(__.hasId("b")).path().by("name"));
    assertSame(
        "g.V().order().by('age', desc).by(label, Order.asc)",
        g.V().order().by("age", Order.desc).by(T.label, Order.asc));
    assertSame(
        "g.V().property(list, 'tags', 'x').property(single,'n',-1.5e3)",
        g.V()
            .property(VertexProperty.Cardinality.list, "tags", "x")
            .property(VertexProperty.Cardinality.single, "n", -1.5e3));
    assertSame("g.V().not(out())", g.V().not(__.out()));
    assertSame("g.V().has('a', not(within(1, 2)))", g.V().has("a", P.within(1, 2).negate()));
    assertSame("g.V().is(P.not(eq(1)))", g.V().is(P.eq(1).negate()));
    assertSame("g.mergeV([(T.label): 'x'])", g.mergeV(Map.of(T.label, "x")));
    Traversal<?, ?> merged = g.mergeE(Map.of(Direction.from, "a"));
    assertSame("g.mergeE([(from): 'a'])", merged);
    assertSame("g.mergeE([(Direction.from): 'a'])", merged);
    assertSame("g.mergeE([(Direction.OUT): 'a'])", merged);
    assertSame("g.mergeE([(to): 'a'])", g.mergeE(Map.of(Direction.to, "a")));
    assertSame("g.V().hasLabel('a');", g.V().hasLabel("a"));
    assertSame("g.V().next()", g.V());
  }

  @Test
  void readsTheIdiomsOfTheService() {
    assertSame("g.V(['pk', 'id'])", g.V(ElementKey.of(JsonString.of("pk"), "id")));
    assertSame(
        "g.V(['a', '1'], ['b', '2'])",
        g.V(ElementKey.of(JsonString.of("a"), "1"), ElementKey.of(JsonString.of("b"), "2")));
    assertSame("g.V('a').addE('x').to(g.V('b'))", g.V("a").addE("x").to(__.V("b")));
    assertSame(
        "g.addV('x').property('id', 'a').property('pk', 'b')",
        g.addV("x").property(T.id, "a").property("pk", "b"));
    assertSame("g.V().has('id', 'a')", g.V().has(T.id, "a"));
    assertSame("g.V().values('id')", g.V().id());
    assertSame("g.V().order().by('n', decr)", g.V().order().by("n", Order.desc));
    assertSame(
        "g.V().store('x').by('n').cap('x')", g.V().local(__.aggregate("x").by("n")).cap("x"));
  }

  @Test
  void takesVariablesAnywhere() {
    Bytecode bytecode =
        ScriptParser.parse(
                "g.V([pk, id]).has(key, within(some)).out(kind).as(step).constant(n).limit(most)",
                Map.of(
                    "pk",
                    "a",
                    "id",
                    "1",
                    "key",
                    "k",
                    "some",
                    List.of(1, 2),
                    "kind",
                    "l",
                    "step",
                    "s",
                    "n",
                    5,
                    "most",
                    3L))
            .bytecode();

    assertThat(bytecode.toString())
        .isEqualTo(
            g.V(ElementKey.of(JsonString.of("a"), "1"))
                .has("k", P.within(1, 2))
                .out("l")
                .as("s")
                .constant(5)
                .limit(3L)
                .asAdmin()
                .getBytecode()
                .toString());
  }

  @Test
  void noticesWhatIsToBeProfiled() {
    assertThat(ScriptParser.parse("g.V().executionProfile()", Map.of()).profile()).isTrue();
    assertThat(ScriptParser.parse("g.V().iterate()", Map.of()).silent()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "g",
        "x.V()",
        "g.V(",
        "g.V().out(",
        "g.V('a)",
        "g.V().oout()",
        "g.V().filter{it.get()}",
        "g.io('/etc/passwd').read()",
        "g.V().call('x')",
        "g.withComputer().V()",
        "g.V().map{x -> x}",
        "java.lang.Runtime.getRuntime().exec('id')",
        "g.V().has('a', new File('/etc/passwd'))",
        "System.exit(0)",
        "g.V().program(x)",
        "g.V() g.E()",
        "g.V().has('a', undefinedVariable)",
        "g.V().has('a', 1x)",
        "g.V().has('a', '\\q')",
        "g.V().getClass()",
        "g.getGraph()",
        "g.tx()",
        "g.V().within(1)",
        "def x = 1; g.V()",
        "g.V(['a'",
        "g.V().has('a', gt())"
      })
  void refusesEverythingElse(String script) {
    assertThatThrownBy(() -> BytecodeValidator.check(parse(script), 400))
        .isInstanceOf(DatabaseException.class);
  }

  @Test
  void saysWhereAScriptIsWrong() {
    assertThatThrownBy(() -> parse("g.V()\n  .oout()"))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
              assertThat(e.context()).containsEntry("line", 2).containsEntry("column", 4);
              assertThat(e.getMessage()).contains("did you mean 'out'");
            });
  }

  @Test
  void boundsNestingAndLength() {
    String deep = "g.V().where(" + "not(".repeat(200) + "out()" + ")".repeat(200) + ")";
    assertThatThrownBy(() -> parse(deep))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("nested");
    String wide = "g.V()" + ".out()".repeat(500);
    assertThatThrownBy(() -> BytecodeValidator.check(parse(wide), 400))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("400");
  }

  @Property(tries = 2_000)
  void neverFailsOtherwise(@ForAll @StringLength(max = 60) String noise) {
    for (String script : List.of(noise, "g." + noise, "g.V(" + noise, "g.V('" + noise)) {
      try {
        ParsedScript _ = ScriptParser.parse(script, Map.of());
      } catch (DatabaseException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
      }
    }
  }

  @Property(tries = 500)
  void readsEveryStringThatIsEscaped(@ForAll String text) {
    String escaped = text.replace("\\", "\\\\").replace("'", "\\'");
    assertSame("g.V('" + escaped + "')", g.V(text));
  }
}
