// SPDX-License-Identifier: MIT
// stretch.mjs - a smooth stretching of the frame after which every place has about the area that is wished for it.
//
// Flow-based cartogram: Gastner, Seguy, More, "Fast flow-based algorithm for creating density-equalizing map projections",
// PNAS 115 (2018). Density (wished by present area) flows from where there is too much to where there is too little; points
// are carried by the flow, so nothing tears or folds, and the edges of the frame stay where they are.

/** Carries every point of `points` (changed in place) once. `places`: [{rings, wish}], areas in square units. */
export function stretch(points, places, { width, height, cell, blur }) {
  const [nx, ny] = [Math.round(width / cell), Math.round(height / cell)];
  const density = blurred(rasterised(places, nx, ny, width, height), nx, ny, blur);
  const mean = density.reduce((sum, d) => sum + d, 0) / density.length;
  const field = flow(
    density.map((d) => d / mean),
    nx,
    ny,
  );
  const steps = 40;
  for (const point of points) {
    let [x, y] = [(point[0] / width) * nx, (point[1] / height) * ny];
    for (let s = 0; s < steps; s++) {
      const [ax, ay] = field(x, y, s / steps);
      const [bx, by] = field(x + ax / steps / 2, y + ay / steps / 2, (s + 0.5) / steps);
      x = Math.min(Math.max(x + bx / steps, 0), nx);
      y = Math.min(Math.max(y + by / steps, 0), ny);
    }
    point[0] = (x / nx) * width;
    point[1] = (y / ny) * height;
  }
}

/** Density of every cell: of the place that covers most of it, nine looks a cell. */
function rasterised(places, nx, ny, width, height) {
  const looks = 3;
  const density = new Float64Array(nx * ny).fill(0);
  const covered = new Float64Array(nx * ny).fill(0);
  for (const { rings, wish, area } of places) {
    const value = wish / area;
    for (let row = 0; row < ny * looks; row++) {
      const y = ((row + 0.5) / (ny * looks)) * height;
      const xs = [];
      for (const ring of rings)
        for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
          const [[xi, yi], [xj, yj]] = [ring[i], ring[j]];
          if (yi > y !== yj > y) xs.push(((xj - xi) * (y - yi)) / (yj - yi) + xi);
        }
      xs.sort((a, b) => a - b);
      for (let k = 0; k + 1 < xs.length; k += 2) {
        const first = Math.max(Math.ceil((xs[k] / width) * nx * looks - 0.5), 0);
        const last = Math.min(Math.floor((xs[k + 1] / width) * nx * looks - 0.5), nx * looks - 1);
        for (let column = first; column <= last; column++) {
          const cell = Math.floor(row / looks) * nx + Math.floor(column / looks);
          density[cell] += value;
          covered[cell] += 1;
        }
      }
    }
  }
  return density.map((d, i) => (covered[i] ? d / covered[i] : 1));
}

function blurred(values, nx, ny, sigma) {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  const sum = weights.reduce((a, b) => a + b, 0);
  const mirror = (i, n) => (i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i);
  const along = (from, horizontal) =>
    from.map((_, index) => {
      const [x, y] = [index % nx, Math.floor(index / nx)];
      let value = 0;
      for (let k = -reach; k <= reach; k++)
        value += weights[k + reach] * from[horizontal ? y * nx + mirror(x + k, nx) : mirror(y + k, ny) * nx + x];
      return value / sum;
    });
  return along(along(values, true), false);
}

/** Cosine sums along both axes: the natural waves of a closed box. */
function cosines(n) {
  const table = new Float64Array(n * n);
  for (let k = 0; k < n; k++) for (let i = 0; i < n; i++) table[k * n + i] = Math.cos((Math.PI * k * (i + 0.5)) / n);
  return table;
}

/** The velocity at a point and time: minus the slope of the potential, over the density that is there by then. */
function flow(density, nx, ny) {
  const [cx, cy] = [cosines(nx), cosines(ny)];
  const waves = potential(density, nx, ny, cx, cy);
  const [fx, fy] = [true, false].map((alongX) => slope(waves, nx, ny, cx, cy, alongX));
  return (x, y, t) => {
    const [gx, gy] = [x - 0.5, y - 0.5];
    const [x0, y0] = [Math.floor(gx), Math.floor(gy)];
    const [u, v] = [gx - x0, gy - y0];
    let [ax, ay, d] = [0, 0, 0];
    for (let k = 0; k < 4; k++) {
      const [px, py] = [x0 + (k & 1), y0 + (k >> 1)];
      const weight = (k & 1 ? u : 1 - u) * (k >> 1 ? v : 1 - v);
      // Beyond an edge the field goes on as in a mirror: nothing flows through the edge.
      const [mx, my] = [Math.min(Math.max(px, 0), nx - 1), Math.min(Math.max(py, 0), ny - 1)];
      const cell = my * nx + mx;
      ax += weight * fx[cell] * (px === mx ? 1 : -1);
      ay += weight * fy[cell] * (py === my ? 1 : -1);
      d += weight * density[cell];
    }
    const now = (1 - t) * d + t;
    return [ax / now, ay / now];
  };
}

/** Weights of the waves of the potential whose curvature is the density's difference from its mean. */
function potential(density, nx, ny, cx, cy) {
  const half = new Float64Array(nx * ny);
  for (let y = 0; y < ny; y++)
    for (let k = 0; k < nx; k++) {
      let sum = 0;
      for (let x = 0; x < nx; x++) sum += density[y * nx + x] * cx[k * nx + x];
      half[y * nx + k] = sum;
    }
  const waves = new Float64Array(nx * ny);
  for (let k = 0; k < nx; k++)
    for (let l = 0; l < ny; l++) {
      let sum = 0;
      for (let y = 0; y < ny; y++) sum += half[y * nx + k] * cy[l * ny + y];
      const squared = ((Math.PI * k) / nx) ** 2 + ((Math.PI * l) / ny) ** 2;
      waves[l * nx + k] = squared ? (sum * (k ? 2 : 1) * (l ? 2 : 1)) / (nx * ny) / squared : 0;
    }
  return waves;
}

/** Minus the slope of a sum of waves along one axis, in every cell. */
function slope(waves, nx, ny, cx, cy, alongX) {
  const falls = (n) => {
    const table = new Float64Array(n * n);
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++) table[k * n + i] = ((Math.PI * k) / n) * Math.sin((Math.PI * k * (i + 0.5)) / n);
    return table;
  };
  const [tx, ty] = [alongX ? falls(nx) : cx, alongX ? cy : falls(ny)];
  const part = new Float64Array(nx * ny);
  for (let l = 0; l < ny; l++)
    for (let k = 0; k < nx; k++) {
      const wave = waves[l * nx + k];
      for (let x = 0; x < nx; x++) part[l * nx + x] += wave * tx[k * nx + x];
    }
  const whole = new Float64Array(nx * ny);
  for (let l = 0; l < ny; l++)
    for (let y = 0; y < ny; y++) {
      const weight = ty[l * ny + y];
      for (let x = 0; x < nx; x++) whole[y * nx + x] += weight * part[l * nx + x];
    }
  return whole;
}
