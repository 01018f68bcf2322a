/* SPDX-License-Identifier: MIT */
/* draw.c - the program alea-draw: a picture of Alea as SVG on stdin, as PNG of the same size on stdout.
 *
 * What it reads is taken for hostile, though Alea itself wrote it: names in it were typed by people, and the library that draws is
 * large. So it is a process of its own that ends soon, whatever happens: limits of processor time, waiting, memory and bytes; it takes
 * only what pictures of Alea are made of; and before the first byte is read the kernel refuses it all but computing, reading what is
 * open and writing: no file, no network, no program (seccomp; without that it does not draw). Fonts are opened before.
 *
 * Exit status: 0 drawn; 1 not, and stderr says why; a signal: over a limit. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier): its name is the C library's */
#define _GNU_SOURCE /* memmem */
#include <cairo.h>
#include <librsvg/rsvg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "draw.h"

enum { WIDTH = 1080, HEIGHT = 1350, MAX_SVG = 1 << 20 };

static int fail(const char *why) {
    fprintf(stderr, "alea-draw: %s\n", why);
    return EXIT_FAILURE;
}

/* ---- Limits ------------------------------------------------------------------------------------------------------------ */

static bool limit_itself(void) {
    static const struct {
        int what;
        rlim_t most;
    } limits[] = {
        {RLIMIT_CPU, 10},         /* seconds; a map takes half of one */
        {RLIMIT_FSIZE, 16 << 20}, /* bytes, if stdout is a file */
        {RLIMIT_CORE, 0},
        {RLIMIT_AS, 768 << 20},
    };
    alarm(15); /* seconds, waiting included */
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct rlimit limit = {.rlim_cur = limits[i].most, .rlim_max = limits[i].most};
        if (setrlimit((__rlimit_resource_t)limits[i].what, &limit)) return false;
    }
    return true;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------------- */

/* Bytes read; -1: there are too many, or none can be read. */
static ssize_t read_all(char *svg) {
    size_t n = 0;
    for (;;) {
        ssize_t got = read(STDIN_FILENO, svg + n, MAX_SVG + 1 - n);
        if (got < 0) return -1;
        if (got == 0) return (ssize_t)n;
        n += (size_t)got;
        if (n > MAX_SVG) return -1;
    }
}

/* What no picture of Alea has: declarations with entities of their own, instructions, comments, and whatever points outside, or at other
 * parts of the picture and thus can make much of little. Patterns and gradients, url(#...), are all that is left of that. */
static const char *unwanted(const char *svg, size_t n) {
    static const char *const words[] = {"<!",   "<?",     "href",    "<image",  "<use",     "<script", "<style",
                                        "src=", "import", "<filter", "<marker", "<foreign", "\\",      "<switch"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (memmem(svg, n, words[i], strlen(words[i]))) return words[i];
    for (const char *at = svg; (at = memmem(at, n - (size_t)(at - svg), "url(", 4)); at += 4)
        if (at + 4 >= svg + n || at[4] != '#') return "url(";
    return NULL;
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------------- */

static RsvgHandle *parse(const char *svg, size_t n) {
    RsvgHandle *handle =
        rsvg_handle_new_from_data((const guint8 *)svg, n, NULL); /* without an address: what is relative leads nowhere */
    if (handle) rsvg_handle_set_dpi(handle, 96);
    return handle;
}

/* Is it of the size that pictures have? */
static bool has_size(RsvgHandle *handle) {
    gboolean has_width, has_height, has_box;
    RsvgLength width, height;
    RsvgRectangle box;
    rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &width, &has_height, &height, &has_box, &box);
    return has_width && has_height && width.unit == RSVG_UNIT_PX && height.unit == RSVG_UNIT_PX &&
           (int)width.length == WIDTH && (int)height.length == HEIGHT;
}

static cairo_surface_t *draw(RsvgHandle *handle) {
    const RsvgRectangle whole = {.width = WIDTH, .height = HEIGHT};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    bool drawn = rsvg_handle_render_document(handle, cairo, &whole, NULL) && cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    if (drawn) return surface;
    cairo_surface_destroy(surface);
    return NULL;
}

/* Opens the fonts that pictures use, which can't be opened later, and keeps them: cairo shares a file among all its sizes. */
static bool keep_fonts(cairo_scaled_font_t *kept[2]) {
    static const cairo_font_weight_t weights[2] = {CAIRO_FONT_WEIGHT_NORMAL, CAIRO_FONT_WEIGHT_BOLD};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 8, 8);
    cairo_t *cairo = cairo_create(surface);
    for (int i = 0; i < 2; i++) {
        cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, weights[i]);
        cairo_show_text(cairo, "A");
        kept[i] = cairo_scaled_font_reference(cairo_get_scaled_font(cairo));
    }
    bool fine = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return fine;
}

/* Draws a few words as pictures have them, so that what libraries open once is open. */
static bool draw_words(void) {
    static const char words[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1080\" height=\"1350\" "
                                "font-family=\"DejaVu Sans, Verdana, sans-serif\"><text y=\"20\">A</text>"
                                "<text y=\"40\" font-weight=\"bold\">A</text></svg>";
    RsvgHandle *handle = parse(words, sizeof words - 1);
    cairo_surface_t *surface = handle ? draw(handle) : NULL;
    bool drawn = surface != NULL;
    if (surface) cairo_surface_destroy(surface);
    if (handle) g_object_unref(handle);
    return drawn;
}

/* What libraries say of a letter that no open font has is nobody's concern. */
static void say_nothing(const char *domain, GLogLevelFlags level, const char *words, void *none) {
    (void)domain, (void)level, (void)words, (void)none;
}

static cairo_status_t put(void *none, const unsigned char *bytes, unsigned n) {
    (void)none;
    return fwrite(bytes, 1, n, stdout) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static int put_picture(const char *svg, size_t n) {
    const char *word = unwanted(svg, n);
    if (word) return fail("this is no picture of Alea: it has what none of them has");
    RsvgHandle *handle = parse(svg, n);
    if (!handle) return fail("the SVG can't be read");
    if (!has_size(handle)) return fail("the SVG is not 1080 pixels wide and 1350 high");
    cairo_surface_t *surface = draw(handle);
    if (!surface) return fail("the SVG can't be drawn");
    if (cairo_surface_write_to_png_stream(surface, put, NULL) != CAIRO_STATUS_SUCCESS || fflush(stdout))
        return fail("the PNG can't be written");
    return EXIT_SUCCESS;
}

int main(void) {
    static char svg[MAX_SVG + 1];
    cairo_scaled_font_t *fonts[2];
    if (!limit_itself()) return fail("it can't limit itself");
    g_log_set_default_handler(say_nothing, NULL);
    if (!keep_fonts(fonts) || !draw_words()) return fail("it can't draw words: is there a font?");
    if (!draw_lock()) return fail("the kernel has no seccomp to lock it in");
    ssize_t n = read_all(svg);
    if (n < 0) return fail("there is no SVG, or more than 1 MiB of it");
    int status = put_picture(svg, (size_t)n);
    for (int i = 0; i < 2; i++) cairo_scaled_font_destroy(fonts[i]);
    return status;
}
