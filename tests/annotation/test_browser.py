"""A participant in a real browser: widgets by keyboard, the clock, and what can happen in between."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from annotation.models import Response, Segment
from benchmark.tasks import all_tasks
from tests.annotation.visitors import Visitor
from tests.browser import accessibility_faults
from tests.waiting import wait_until

pytestmark = pytest.mark.browser
SECONDS = 10
PICTURES = "**/pictures/**"
TYPED = {"residue": "ARG", "number": "221", "atom": "NH2", "chain": "A", "ligand_atom": "O22"}


@pytest.fixture
def at_work(open_study: Any, open_page: Any) -> Any:
    """`at_work("rotation", "zooming")`: a page at the first item of a study of these tasks."""

    def make(*tasks: str, design: dict[str, Any] | None = None, **context: Any) -> Page:
        visitor = Visitor(open_study(*tasks, **(design or {}))).start(*tasks)
        return open_page(path=visitor.address, **context)

    return make


def ready(page: Page) -> None:
    """Wait until the clock of the item runs."""
    expect(page.locator("[data-stage][data-ready]")).to_be_attached()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def answered(count: int = 1) -> list[Response]:
    """All responses, once there are that many."""
    wait_until(lambda: Response.objects.count() == count, SECONDS, f"{count} responses are stored")
    return list(Response.objects.order_by("id"))


def segments(count: int) -> list[Segment]:
    wait_until(lambda: Segment.objects.count() == count, SECONDS, f"{count} segments are stored")
    return list(Segment.objects.order_by("issued_at", "sequence"))


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def translate(page: Page, number: str = "3") -> None:
    """Complete the answer to a translation, without sending it."""
    page.get_by_role("radio", name="x").check()
    page.get_by_label("distance").fill(number)


def submit(page: Page) -> None:
    page.get_by_role("button", name="Submit").click()


def hide(page: Page, hidden: bool) -> None:
    """What a browser does when another tab comes to the front, or this one back."""
    page.evaluate(
        """(hidden) => {
          const value = hidden ? "hidden" : "visible";
          Object.defineProperty(document, "visibilityState", { value, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


# --- Widgets, by keyboard alone ------------------------------------------------------------------


def test_axis_and_number_by_keyboard(at_work: Any) -> None:
    page = at_work("rotation")
    ready(page)
    press(page, "a", "ArrowDown", "Tab")
    page.keyboard.type("-15")
    expect(page.locator("[data-command]")).to_have_text("roll y -15")
    press(page, "Enter")
    assert answered()[0].raw == "roll y -15"


def test_a_single_axis_is_not_asked_for(at_work: Any) -> None:
    page = at_work("zooming")
    ready(page)
    press(page, "a")
    page.keyboard.type("47")
    press(page, "Enter")
    assert answered()[0].raw == "move z 47"


def test_roll_and_move_by_keyboard(at_work: Any) -> None:
    page = at_work("docking")
    ready(page)
    press(page, "a", "Space", "Tab")
    page.keyboard.type("75")
    press(page, "Tab")
    page.keyboard.type("-14")
    press(page, "Enter")
    assert answered()[0].raw == "roll x 75, move x -14"


@pytest.mark.parametrize("task", ["rotation_rotation", "interaction_location"])
def test_a_choice_by_keyboard(at_work: Any, task: str) -> None:
    page = at_work(task)
    ready(page)
    press(page, "a", "ArrowDown", "ArrowDown")
    expect(page.locator("[data-command]")).to_have_text("C")
    press(page, "Enter")
    assert answered()[0].raw == "C"


def test_text_options_stand_beside_their_letters(at_work: Any) -> None:
    page = at_work("interaction_location")
    expect(page.get_by_role("radio", name="B move x -3, move y -5")).to_be_visible()


@pytest.mark.parametrize(
    ("task", "fields", "text"),
    [
        ("residue_ligand", ("ARG", "NH2", "O22"), "Yes: ARG NH2, O22; ARG NH2, O22"),
        ("pocket_ligand", ("ARG", "221", "NH2", "A", "O22"), "ARG 221 NH2 A, O22; ARG 221 NH2 A, O22"),
        ("pocket_ligand", ("ARG", "221", "NH2", "", "O22"), "ARG 221 NH2, O22; ARG 221 NH2, O22"),
    ],
)
def test_bonds_by_keyboard(at_work: Any, task: str, fields: tuple[str, ...], text: str) -> None:
    page = at_work(task)
    ready(page)
    press(page, "a", "Tab")
    for row in range(2):
        for field in fields:
            page.keyboard.type(field)
            press(page, "Tab")
        if not row:
            expect(page.get_by_role("button", name="Add a bond")).to_be_focused()
            press(page, "Enter")
    expect(page.locator("[data-command]")).to_have_text(text)
    press(page, "Shift+Tab", "Enter")
    assert answered()[0].raw == text


def test_no_bond_is_an_answer(at_work: Any) -> None:
    page = at_work("pocket_ligand")
    ready(page)
    press(page, "a", "Space")
    expect(page.get_by_label("Residue")).to_be_disabled()
    press(page, "Enter")
    assert answered()[0].raw == "No"


def test_a_bond_that_is_removed_leaves_the_focus_on_its_neighbour(at_work: Any) -> None:
    page = at_work("residue_ligand")
    expect(page.get_by_role("button", name="Remove this bond")).to_have_count(0)
    page.get_by_role("button", name="Add a bond").click()
    page.get_by_role("button", name="Remove this bond").first.click()
    expect(page.get_by_role("group", name="Bond 1").get_by_label("Residue")).to_be_focused()
    expect(page.get_by_role("group", name="Bond 2")).to_have_count(0)


@pytest.mark.parametrize("missing", ["residue", "atom", "ligand_atom"])
def test_a_bond_with_a_gap_cannot_be_sent(at_work: Any, missing: str) -> None:
    page = at_work("residue_ligand")
    for name in {"residue", "atom", "ligand_atom"} - {missing}:
        page.locator(f"[data-rows] [data-part={name}]").fill(TYPED[name])
    expect(page.get_by_role("button", name="Submit")).to_be_disabled()
    page.locator(f"[data-rows] [data-part={missing}]").fill(TYPED[missing])
    expect(page.get_by_role("button", name="Submit")).to_be_enabled()


def test_submit_waits_for_a_complete_answer(at_work: Any) -> None:
    page = at_work("translation")
    button = page.get_by_role("button", name="Submit")
    expect(button).to_be_disabled()
    page.get_by_role("radio", name="y").check()
    expect(button).to_be_disabled()
    page.get_by_label("distance").fill("2.5")
    expect(button).to_be_enabled()
    page.get_by_label("distance").fill("")
    expect(button).to_be_disabled()


def test_what_is_sent_is_what_was_typed(at_work: Any) -> None:
    page = at_work("translation")
    translate(page, "-0.50")
    submit(page)
    response = answered()[0]
    assert (response.raw, response.final) == ("move x -0.50", "move x -0.5")


# --- After an answer -----------------------------------------------------------------------------


def test_after_an_answer_the_focus_is_on_the_next_heading_and_saved_is_said(at_work: Any) -> None:
    page = at_work("translation")
    translate(page)
    submit(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    expect(page.get_by_text("Saved")).to_be_visible()


def test_a_whole_study_from_the_front_page_to_the_thanks(open_study: Any, open_page: Any) -> None:
    open_study("translation", "zooming", per_task=1)
    page = open_page(path="/")
    page.get_by_role("link", name="A study").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="I agree to take part").click()
    page.get_by_label("Your field").fill("Chemistry")
    page.get_by_label("Your level").select_option("Master")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Begin this block").click()
    translate(page)
    submit(page)
    expect(page.get_by_role("heading", name="Zooming")).to_be_focused()
    page.get_by_role("button", name="Begin this block").click()
    page.get_by_label("distance").fill("47")
    submit(page)
    expect(page.get_by_role("heading", name="Thank you")).to_be_focused()
    assert [response.exact for response in answered(2)] == [1, 1]


def test_a_double_click_makes_one_response(at_work: Any) -> None:
    page = at_work("translation")
    translate(page)
    page.get_by_role("button", name="Submit").dblclick()
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    assert len(answered()) == 1


def test_back_and_reload_lead_to_the_same_item(at_work: Any) -> None:
    page = at_work("translation")
    translate(page)
    submit(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    page.goto("/")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    assert len(answered()) == 1


def test_a_second_tab_is_led_on(at_work: Any) -> None:
    page = at_work("translation")
    other = page.context.new_page()
    other.goto(page.url)
    for tab, number in ((page, "3"), (other, "1")):
        translate(tab, number)
        submit(tab)
        expect(tab.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    expect(other.get_by_text("the first answer counts")).to_be_visible()
    assert [response.raw for response in answered()] == ["move x 3"]


def test_an_answer_that_cannot_be_read_is_corrected_in_place(at_work: Any, trouble: list[str]) -> None:
    page = at_work("pocket_ligand")
    ready(page)
    for name, text in (TYPED | {"residue": "??", "atom": "?"}).items():
        page.locator(f"[data-rows] [data-part={name}]").fill(text)
    submit(page)
    expect(page.get_by_role("alert")).to_contain_text("This cannot be read as an answer.")
    expect(page.get_by_role("button", name="Send it as it is")).to_be_visible()
    page.locator("[data-rows] [data-part=residue]").fill("ARG")
    page.locator("[data-rows] [data-part=atom]").fill("NH2")
    submit(page)
    response = answered()[0]
    assert response.raw == "ARG 221 NH2 A, O22"
    assert response.response_time_ms is not None
    assert [segment.ended_by for segment in segments(2)] == ["submit", "submit"]
    trouble.clear()  # the browser's own note on the status 422


def test_an_answer_outlives_a_lost_connection(at_work: Any, trouble: list[str]) -> None:
    page = at_work("translation", design={"per_task": 3})
    ready(page)
    translate(page)
    submit(page)
    expect(page.get_by_text("Saved")).to_be_visible()
    ready(page)
    translate(page, "4")
    page.context.set_offline(True)
    submit(page)
    expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
    expect(page.get_by_text("Saved", exact=True)).to_have_count(0)
    expect(page.get_by_label("distance")).to_have_value("4")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 3 of 3")
    assert answered(2)[1].raw == "move x 4"
    assert len(segments(2)) == 2
    trouble.clear()  # the browser's own notes on the lost connection


def test_an_answer_outlives_a_server_that_fails(at_work: Any, trouble: list[str]) -> None:
    page = at_work("translation")
    translate(page)
    page.route("**/turn/", lambda route: route.fulfill(status=503))
    submit(page)
    expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
    page.unroute("**/turn/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    assert len(answered()) == 1
    trouble.clear()


def test_without_script_a_text_field_takes_the_answer(at_work: Any, trouble: list[str]) -> None:
    page = at_work("translation", java_script_enabled=False)
    expect(page.get_by_role("radio")).to_have_count(0)
    page.get_by_label("Your answer").fill("to the left")
    submit(page)
    expect(page.get_by_text("This cannot be read as an answer.")).to_be_visible()
    expect(page.get_by_label("Your answer")).to_have_value("to the left")
    page.get_by_label("Your answer").fill("move x 3")
    submit(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("item 2 of 2")
    response = answered()[0]
    assert (response.raw, response.timing_flags) == ("move x 3", ["no_timing"])
    trouble.clear()  # the browser's own note on the status 422


# --- The clock -----------------------------------------------------------------------------------


def hold(page: Page, pattern: str) -> list[Route]:
    """Keep requests for these addresses waiting until they are continued."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    return held


def test_the_clock_starts_when_the_last_picture_is_shown(open_study: Any, open_page: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    held = hold(page, "**/items/0/pictures/3/")
    page.goto(visitor.address, wait_until="commit")
    translate(page)
    wait_until(lambda: page.wait_for_timeout(1) or held, SECONDS, "the last picture is asked for")
    assert page.locator("[data-ready]").count() == 0
    assert not page.locator(".view img").first.is_visible()
    released = page.evaluate("performance.now()")
    held[0].continue_()
    ready(page)
    submitted = page.evaluate("performance.now()")
    submit(page)
    segment = segments(1)[0]
    assert released < (segment.began_monotonic_ms or 0) <= submitted <= segment.ended_monotonic_ms
    assert answered()[0].timing_flags == []


def test_pictures_take_up_no_new_room_when_they_come(open_study: Any, open_page: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    held = hold(page, "**/items/0/pictures/**")
    page.goto(visitor.address, wait_until="domcontentloaded")
    wait_until(lambda: page.wait_for_timeout(1) or len(held) == 4, SECONDS, "all pictures are asked for")
    boxes = "[...document.querySelectorAll('.view, .panel *')].map((part) => part.getBoundingClientRect())"
    boxes = f"JSON.stringify({boxes})"
    before = page.evaluate(boxes)
    for route in held:
        route.continue_()
    ready(page)
    assert page.evaluate(boxes) == before


def test_hidden_time_is_counted_apart(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    hide(page, True)
    assert segments(1)[0].ended_by == "hide"
    hide(page, False)
    translate(page)
    submit(page)
    response, (first, second) = answered()[0], segments(2)
    assert (first.load_id, first.sequence) == (second.load_id, second.sequence - 1)
    assert first.ended_monotonic_ms == second.began_monotonic_ms
    assert 0 < second.hidden_ms <= second.ended_monotonic_ms - second.began_monotonic_ms
    whole = second.ended_monotonic_ms - first.began_monotonic_ms
    assert response.response_time_ms == round(whole - second.hidden_ms)
    assert response.timing_flags == ["hidden"]


def test_time_hidden_before_the_pictures_were_shown_is_no_part_of_the_time(
    open_study: Any, open_page: Any
) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    held = hold(page, "**/items/0/pictures/3/")
    page.goto(visitor.address, wait_until="commit")
    translate(page)
    wait_until(lambda: page.wait_for_timeout(1) or held, SECONDS, "the last picture is asked for")
    hide(page, True)
    assert segments(1)[0].began_monotonic_ms is None
    hide(page, False)
    held[0].continue_()
    ready(page)
    submit(page)
    response, (_, looked) = answered()[0], segments(2)
    assert looked.hidden_ms == 0
    assert response.response_time_ms == round(looked.ended_monotonic_ms - (looked.began_monotonic_ms or 0))
    assert response.timing_flags == []


def test_a_reload_is_a_segment_of_its_own(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    page.reload()
    assert segments(1)[0].ended_by == "leave"
    ready(page)
    translate(page)
    submit(page)
    response, (first, second) = answered()[0], segments(2)
    assert first.load_id != second.load_id
    assert [first.ended_by, second.ended_by] == ["leave", "submit"]
    assert response.timing_flags == ["several_loads"]


def test_an_answer_before_the_pictures_came_has_no_time(open_study: Any, open_page: Any) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    hold(page, PICTURES)
    page.goto(visitor.address, wait_until="commit")
    translate(page)
    submit(page)
    response = answered()[0]
    assert (response.response_time_ms, response.timing_flags) == (None, ["no_onset"])
    page.unroute(PICTURES)


def test_a_picture_that_fails_can_be_loaded_again(
    open_study: Any, open_page: Any, trouble: list[str]
) -> None:
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page()
    page.route("**/items/0/pictures/2/", lambda route: route.abort())
    page.goto(visitor.address)
    again = page.get_by_role("button", name="Load it again")
    expect(again).to_be_visible()
    assert page.locator(".view img").first.is_visible()
    page.unroute("**/items/0/pictures/2/")
    again.click()
    ready(page)
    translate(page)
    submit(page)
    assert answered()[0].timing_flags == ["pictures_failed"]
    assert segments(1)[0].pictures_failed == 1
    trouble.clear()  # the browser's own notes on the lost picture


def test_the_next_items_pictures_load_while_this_one_is_answered(open_study: Any, open_page: Any) -> None:
    visitor = Visitor(open_study("translation", per_task=3)).start("translation")
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(re.findall(r"items/(\d)/pictures", request.url)))
    page.goto(visitor.address)
    ready(page)
    wait_until(lambda: page.wait_for_timeout(1) or asked.count("1") == 4, SECONDS, "the next pictures load")
    assert asked == ["0"] * 4 + ["1"] * 4


# --- Pictures, closer ----------------------------------------------------------------------------


def scale_of(page: Page) -> float:
    return page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('#viewer img')).transform).a")


def test_a_picture_is_enlarged_zoomed_and_left_by_keyboard(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    page.locator("[data-enlarge]").nth(1).focus()
    press(page, "Enter")
    name = page.get_by_role("dialog").get_by_role("heading")
    expect(name).to_have_text("2 Left")
    press(page, "+", "+", "ArrowRight")
    zoomed = page.locator("#viewer img").get_attribute("style")
    assert scale_of(page) == pytest.approx(1.25**2)
    press(page, "4")
    expect(name).to_have_text("4 Front, after")
    assert page.locator("#viewer img").get_attribute("style") == zoomed
    press(page, "b")
    expect(name).to_have_text("2 Left")
    press(page, "0")
    assert scale_of(page) == 1
    press(page, "Escape")
    expect(page.locator("[data-enlarge]").nth(1)).to_be_focused()


def test_the_wheel_zooms_about_the_pointer_and_dragging_moves(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    page.locator("[data-enlarge]").first.click()
    page.mouse.move(200, 300)
    page.mouse.wheel(0, -200)
    expect(page.locator("#viewer img")).to_have_attribute("style", re.compile("scale"))
    before = page.locator("#viewer img").bounding_box()
    page.mouse.down()
    page.mouse.move(190, 290)
    page.mouse.up()
    after = page.locator("#viewer img").bounding_box()
    assert before
    assert after
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((-10, -10))


def test_two_fingers_zoom(at_work: Any) -> None:
    page = at_work("translation", has_touch=True, viewport={"width": 390, "height": 844})
    ready(page)
    page.locator("[data-enlarge]").first.tap()
    screen = page.context.new_cdp_session(page)
    for kind, places in (("touchStart", (150, 250)), ("touchMove", (100, 300)), ("touchEnd", ())):
        fingers = [{"x": x, "y": 400, "id": number} for number, x in enumerate(places)]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    expect(page.locator("#viewer img")).to_have_attribute("style", re.compile(r"scale\(2\)"))


def test_enlarging_an_option_does_not_choose_it(at_work: Any) -> None:
    page = at_work("rotation_rotation")
    ready(page)
    press(page, "6")
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("6 Option B")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    page.get_by_role("radio", name="B").check()
    submit(page)
    assert answered()[0].aids == {"enlarged": 1}


def test_a_study_without_zoom_has_pictures_that_stay_as_they_are(at_work: Any) -> None:
    page = at_work("translation", design={"aids": []})
    ready(page)
    press(page, "1")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("img", name="Picture 1, Front")).to_be_visible()


def test_the_keys_are_listed_and_can_be_switched_off(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    press(page, "?")
    page.get_by_label("Use keys that are one character").uncheck()
    page.get_by_role("button", name="Close").click()
    press(page, "1")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    ready(page)
    press(page, "?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_label("Use keys that are one character")).not_to_be_checked()


def test_a_digit_typed_into_an_answer_is_a_digit(at_work: Any) -> None:
    page = at_work("translation")
    ready(page)
    page.get_by_label("distance").press_sequentially("3")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_label("distance")).to_have_value("3")


# --- For everybody -------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_around_the_items_are_accessible(open_study: Any, open_page: Any, scheme: str) -> None:
    open_study("translation", per_task=1)
    page = open_page(path="/s/study/", color_scheme=scheme)
    assert accessibility_faults(page) == []
    for button in ("Start", "I agree to take part"):
        page.get_by_role("button", name=button).click()
        assert accessibility_faults(page) == []
    page.get_by_label("Your field").fill("Chemistry")
    page.get_by_label("Your level").select_option("Master")
    page.get_by_role("button", name="Continue").click()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Begin this block").click()
    translate(page)
    submit(page)
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("task", [task.slug for task in all_tasks()])
def test_an_item_is_accessible(at_work: Any, task: str, width: int) -> None:
    page = at_work(task, design={"show_range": True}, viewport={"width": width, "height": 844})
    ready(page)
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    expect(page.get_by_role("button", name="Submit")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_dialogs_are_accessible(at_work: Any, scheme: str) -> None:
    page = at_work("translation", color_scheme=scheme)
    ready(page)
    press(page, "1")
    assert accessibility_faults(page) == []
    press(page, "Escape", "?")
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_of_studies_is_accessible(open_study: Any, open_page: Any, scheme: str) -> None:
    open_study("translation")
    page = open_page("admin", "/studies/", color_scheme=scheme)
    expect(page.get_by_role("link", name="A study")).to_be_visible()
    assert accessibility_faults(page) == []


def test_a_participants_page_is_light(open_study: Any, open_page: Any) -> None:
    """Without pictures: at most 150 kB and 8 requests, before any compression."""
    visitor = Visitor(open_study("translation")).start("translation")
    page = open_page(path="about:blank")
    sizes: dict[str, int] = {}
    page.on("response", lambda response: sizes.update({response.url: len(response.body())}))
    page.goto(visitor.address)
    ready(page)
    sizes = {url: size for url, size in sizes.items() if "/pictures/" not in url}
    assert len(sizes) <= 8
    assert sum(sizes.values()) <= 150_000


def test_a_word_too_many_in_a_bond_is_said_at_its_field(at_work: Any) -> None:
    page = at_work("residue_ligand")
    for name, text in (("residue", "ARG 221"), ("atom", "NH2"), ("ligand_atom", "O22")):
        page.locator(f"[data-rows] [data-part={name}]").fill(text)
    submit(page)
    expect(page.get_by_label("Residue")).to_be_focused()
    assert page.get_by_label("Residue").evaluate("(field) => field.validity.patternMismatch")
