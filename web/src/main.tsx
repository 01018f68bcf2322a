// SPDX-License-Identifier: MIT
// main.tsx - where the page begins.
import { render } from "preact";
import { SeatDefs, SeatMark } from "./parts/SeatMark";

render(<div><SeatDefs />{["A", "B", "C", "D", "E", "F", null].map((seat) => <SeatMark key={seat} seat={seat} />)}</div>, document.getElementById("app")!);
