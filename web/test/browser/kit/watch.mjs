// SPDX-License-Identifier: MIT
// watch.mjs - what a browser says that nobody wants to hear: errors on the console, exceptions, requests that fail. Each that a
// scenario has not announced makes it fail.

/** Everything that the pages of a context complain about, one line each. */
export class Watch {
  constructor() {
    this.faults = [];
    this.allowed = [];
  }

  /** What matches is expected from here on. */
  allow(...patterns) {
    this.allowed.push(...patterns);
  }

  follow(context) {
    context.on("page", (page) => this.followPage(page));
    context.on("weberror", (fault) => this.tell(`exception: ${fault.error().stack ?? fault.error()}`));
  }

  followPage(page) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        this.tell(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("crash", () => this.tell("the page crashed"));
    page.on("requestfailed", (request) => {
      const { errorText } = request.failure() ?? {};
      // The page itself lets go of what it no longer needs, and so does the browser when it leaves a page.
      if (errorText !== "net::ERR_ABORTED") this.tell(`request: ${request.method()} ${request.url()}: ${errorText}`);
    });
    page.on("response", (response) => {
      const request = response.request();
      if (response.status() >= 400)
        this.tell(`answer: ${response.status()} ${request.method()} ${response.url()} ${request.postData() ?? ""}`);
      else if (request.method() === "GET") this.answered(response.url());
    });
  }

  /** Everybody here sits at one address: what its limit made wait, and was then asked again and answered, is no fault. */
  answered(url) {
    const waited = (fault) => fault.includes(url) && /^(answer: 429 GET|console: .*status of 429)/.test(fault);
    this.faults = this.faults.filter((fault) => !waited(fault));
  }

  tell(fault) {
    if (!this.allowed.some((pattern) => pattern.test(fault))) this.faults.push(fault);
  }
}
