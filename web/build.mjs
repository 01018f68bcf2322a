// SPDX-License-Identifier: MIT
// build.mjs - makes the page: node build.mjs [OUTDIR] [--site]. Minified, names with a hash of their content, a chunk for each game.
// --site: for any file server, in any folder, without a server of ours; its addresses are relative.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const site = process.argv.includes("--site");
const out = resolve(process.argv.slice(2).find((one) => !one.startsWith("--")) ?? join(here, "dist"));
/** Where the page's files lie, as an address. */
const root = site ? "./" : "/";
const source = join(here, "src");

/** The games that have a board of their own: the folders in src/games that hold an index. */
function gamesWithBoard() {
  return readdirSync(join(source, "games"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((id) => ["index.ts", "index.tsx"].some((name) => existsSync(join(source, "games", id, name))))
    .sort();
}

/** src/games/index.ts: the one place that lists the boards; written anew by every build, only if it changed. */
function writeIndex(games) {
  const lines = games.map((id) => `  ${JSON.stringify(id)}: () => import("./${id}/index"),\n`);
  const text =
    "// SPDX-License-Identifier: MIT\n// index.ts - made by build.mjs from the folders beside it: do not edit.\n" +
    'import type { Board } from "../board";\n\n' +
    `export const boards: Readonly<Record<string, () => Promise<{ readonly board: Board }>>> = {\n${lines.join("")}};\n`;
  const path = join(source, "games", "index.ts");
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

function hashed(stem, ending, bytes) {
  const name = `${stem}-${createHash("sha256").update(bytes).digest("hex").slice(0, 10)}.${ending}`;
  writeFileSync(join(out, name), bytes);
  return `${root}${name}`;
}

const main = "main.tsx";
const words = join(source, "words", "index.ts"); // which the beginning waits for: those can't wait for it

/**
 * Whatever comes later is told to need the page's beginning, which is there by then, so that all that both need is in one file with it.
 * Left alone, esbuild makes a file for each set of parts that share something: 35 of a kilobyte or so, before anything was to be seen.
 */
const oneBeginning = {
  name: "one beginning",
  setup(build) {
    build.onResolve({ filter: /./ }, async ({ path, kind, resolveDir, importer }) => {
      if (kind !== "dynamic-import" || importer === words) return undefined;
      const found = await build.resolve(path, { kind: "import-statement", resolveDir, importer });
      return found.errors.length ? found : { path: `./${relative(source, found.path)}`, namespace: "later" };
    });
    build.onLoad({ filter: /./, namespace: "later" }, ({ path }) => ({
      contents: `import "./${main}"; export * from ${JSON.stringify(path)};`,
      resolveDir: source,
    }));
  },
};

/** What a site's page may load; a server of ours says the same in its head. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const targets = ["chrome105", "firefox115", "safari16"];

/** Fonts that the page's styles name are files of their own; what was read of packages goes into `inputs`. */
async function style(path, stem, inputs) {
  const built = await esbuild.build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    target: targets,
    metafile: true,
    outdir: out,
    publicPath: root,
    assetNames: "[name]-[hash]",
    legalComments: "none",
    loader: { ".svg": "dataurl", ".woff2": "file" },
  });
  inputs.push(...Object.keys(built.metafile.inputs));
  const isStyle = ({ path: made }) => made.endsWith(".css");
  for (const { path: made, contents } of built.outputFiles.filter((one) => !isStyle(one))) writeFileSync(made, contents);
  return hashed(stem, "css", built.outputFiles.find(isStyle).contents);
}

/** "spqr.svg" and so on are shipped as files: an icon of the page may not come from a script. */
function icons() {
  const made = {};
  for (const name of ["favicon", "favicon-turn"]) made[name] = hashed(name, "svg", readFileSync(join(source, `${name}.svg`)));
  return made;
}

/** What about.mjs of each game's folder tells the first page, and its picture as a file: by game. */
async function abouts() {
  const made = {};
  for (const { name } of readdirSync(join(source, "games"), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const path = join(source, "games", name, "about.mjs");
    if (!existsSync(path)) continue;
    const { about, draw } = await import(pathToFileURL(path));
    made[name] = { ...about, picture: hashed(`board-${name}`, "svg", draw()) };
  }
  return made;
}

/** The engine, if it was built, and its worker: a script of its own, so that the page stays as small as it is without. */
async function engine() {
  const path = join(here, "..", "build-wasm", "alea.wasm");
  if (!existsSync(path)) return null;
  const worker = await esbuild.build({
    entryPoints: [join(source, "engine", "worker.ts")],
    bundle: true,
    minify: true,
    write: false,
    target: targets,
    format: "esm",
    legalComments: "none",
  });
  return {
    module: hashed("alea", "wasm", readFileSync(path)),
    worker: hashed("worker", "js", worker.outputFiles[0].contents),
    weights: byGame("weights", ".json"),
  };
}

/** The files of a folder of data, each a game's, by game: the engine is handed them. */
function byGame(kind, ending) {
  const folder = join(here, "..", "data", kind);
  const games = readdirSync(folder).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  return Object.fromEntries(games.map((game) => [game, hashed(`${kind}-${game}`, "txt", readFileSync(join(folder, game + ending)))]));
}

/** What a device needs to know to keep the page as an app of its own. */
function manifest(icon) {
  const icons = [{ src: icon.favicon.replace(/^\//, "./"), sizes: "any", type: "image/svg+xml", purpose: "any" }];
  const description = "War games of dice and decision, with friends, bots, or alone without a network.";
  const words = { name: "Alea", short_name: "Alea", description };
  const look = { display: "standalone", background_color: "#f4eddd", theme_color: "#8c2b1c" };
  const text = JSON.stringify({ ...words, id: "./", start_url: "./", scope: "./", ...look, icons });
  return hashed("alea", "webmanifest", text);
}

/** The service worker, with the names of all files that it keeps, and a version that is another whenever one of them is. */
function writeServiceWorker() {
  const files = readdirSync(out).filter((name) => name !== "licences.txt").sort();
  const all = createHash("sha256");
  for (const name of files) all.update(name).update(readFileSync(join(out, name)));
  const text = ["sw.js", "push.js"].map((name) => readFileSync(join(here, name), "utf8")).join("\n")
    .replace("{VERSION}", `alea-${all.digest("hex").slice(0, 16)}`)
    .replace("/* {FILES} */ []", JSON.stringify(files.map((name) => `./${name}`)));
  writeFileSync(join(out, "sw.js"), esbuild.transformSync(text, { minify: true, legalComments: "none" }).code);
}

/** The licences of the packages whose code or letters are in the bundle: they ask to go along with it. */
function writeLicences(inputs) {
  const found = inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean);
  const packages = [...new Set(found)].sort().map((name) => {
    const folder = join(here, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
  });
  writeFileSync(join(out, "licences.txt"), packages.join("\n\n"));
}

const worth = 0.95; // of its size, at most, is worth being kept beside it

/** Beside each file its gzip and brotli, for tools/embed_page.py: once for all programs that the page is built into. */
function writeTight() {
  for (const name of readdirSync(out).filter((name) => !name.endsWith(".woff2"))) {
    const bytes = readFileSync(join(out, name));
    for (const [ending, tight] of [["gz", gzipSync(bytes, { level: 9 })], ["br", brotliCompressSync(bytes)]])
      if (tight.length <= bytes.length * worth) writeFileSync(join(out, `${name}.${ending}`), tight);
  }
}

async function build() {
  const games = gamesWithBoard();
  writeIndex(games);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });

  const inputs = [];
  const page = await style(join(source, "style", "app.css"), "app", inputs);
  const styles = {};
  for (const id of games) {
    const path = join(source, "games", id, "style.css");
    if (existsSync(path)) styles[id] = await style(path, id, inputs);
  }
  styles.seldom = await style(join(source, "style", "seldom.css"), "seldom", inputs);
  const icon = icons();
  const about = await abouts();
  const engineFiles = await engine();
  if (site && !engineFiles) throw new Error("a site without a server needs the engine: make wasm");
  const built = await esbuild.build({
    entryPoints: { app: join(source, main) },
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    metafile: true,
    target: targets,
    outdir: out,
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
    plugins: [oneBeginning],
    define: {
      BUILD_STYLES: JSON.stringify(styles),
      BUILD_ICONS: JSON.stringify(icon),
      BUILD_ABOUT: JSON.stringify(about),
      BUILD_ENGINE: JSON.stringify(engineFiles),
      BUILD_LESSONS: JSON.stringify(engineFiles ? byGame("lessons", ".alea") : {}),
      BUILD_SITE: JSON.stringify(site),
    },
    logLevel: "warning",
  });
  writeLicences([...inputs, ...Object.keys(built.metafile.inputs)]);
  const entry = Object.entries(built.metafile.outputs).find(([, made]) => made.entryPoint?.endsWith(main));
  const script = `${root}${entry[0].split("/").pop()}`;
  const needed = entry[1].imports.filter((one) => one.kind === "import-statement").map((one) => `${root}${one.path.split("/").pop()}`);
  const fonts = readdirSync(out).filter((name) => name.endsWith(".woff2")).sort();
  const preload = [
    ...fonts.map((name) => `<link rel="preload" href="${root}${name}" as="font" type="font/woff2" crossorigin>`),
    ...needed.map((path) => `<link rel="modulepreload" href="${path}">`),
  ];
  const html = readFileSync(join(source, "index.html"), "utf8")
    .replace("{STYLE}", page)
    .replace("{ICON}", icon.favicon)
    .replace("{MANIFEST}", manifest(icon))
    .replace("    {POLICY}\n", site ? `    <meta http-equiv="Content-Security-Policy" content="${policy}">\n` : "")
    .replace("{SCRIPT}", script)
    .replace("{PRELOAD}", preload.join("\n    "));
  writeFileSync(join(out, "index.html"), html);
  writeServiceWorker();
  if (!site) writeTight();
}

await build();
