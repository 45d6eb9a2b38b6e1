"""The file of measured printers."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.data.papers import Profile, get_profile, read_profiles, refine_profile, save_profiles
from companion.errors import InputError

OFFICE = Profile("office", "", "a4", 0.25, -1.5, 0.05, 0.998, 1.001)


def test_profiles_are_kept_by_printer_tray_and_paper(tmp_path: Path) -> None:
    file = tmp_path / "printers.toml"
    assert read_profiles(file) == ()
    save_profiles([OFFICE], file)
    save_profiles([Profile("office", "2", "a4", 1, margin=6.5)], file)
    save_profiles([Profile("office", "", "a4", 0.5)], file)
    assert read_profiles(file) == (Profile("office", "", "a4", 0.5), Profile("office", "2", "a4", 1, margin=6.5))
    assert file.read_text(encoding="utf-8").startswith("# Printers measured")


names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
profiles = st.builds(
    Profile,
    names,
    names | st.just(""),
    st.sampled_from(["a4", "200x300"]),
    st.floats(-20, 20),
    st.floats(-20, 20),
    st.floats(-5, 5),
    st.floats(0.95, 1.05),
    st.floats(0.95, 1.05),
    st.none() | st.floats(0, 50),
)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(profiles)
def test_every_kept_profile_is_read_back(tmp_path: Path, profile: Profile) -> None:
    file = tmp_path / "printers.toml"
    file.unlink(missing_ok=True)
    save_profiles([profile], file)
    (found,) = read_profiles(file)
    assert (found.printer, found.tray, found.paper) == (profile.printer, profile.tray, profile.paper)
    for key in ("offset_x", "offset_y", "rotation", "scale_x", "scale_y"):
        assert getattr(found, key) == pytest.approx(getattr(profile, key), abs=1e-6)


def test_a_corrected_sheet_adds_to_the_correction() -> None:
    kept = Profile("office", "", "a4", 1.3, -0.7, 0.2, 0.998, 1.001, 7.0)
    both = refine_profile(kept, Profile("office", "", "a4", 0.1, 0.1, -0.05, 1.001, 1.0))
    assert (both.offset_x, both.offset_y, both.rotation) == pytest.approx((1.4, -0.6, 0.15))
    assert (both.scale_x, both.scale_y, both.margin) == pytest.approx((0.998998, 1.001, 7.0))
    with pytest.raises(InputError, match="'office' together give offset_x = 20.3: measure it again"):
        refine_profile(kept, Profile("office", "", "a4", 19.0))


def test_a_profile_is_found_or_its_lack_explained() -> None:
    known = (OFFICE, Profile("home", "1", "a4"), Profile("home", "2", "a4"), Profile("home", "2", "letter"))
    assert get_profile(known, "office", None, "a4") is OFFICE
    assert get_profile((OFFICE, Profile("office", "2", "a4", 1.0)), "office", None, "a4") is OFFICE  # measured first
    assert get_profile(known, "office", "-", "a4") is OFFICE
    assert get_profile(known, "home", "2", "a4").tray == "2"
    assert get_profile(known, "home", None, "letter").paper == "letter"
    for arguments, sentence in (
        (("attic", None, "a4"), "no printer 'attic' has been measured; there are office, home"),
        (("office", None, "letter"), "has been measured for a4, not for letter"),
        (("home", "3", "a4"), "has no tray '3' with a4; it has 1, 2"),
        (("home", None, "a4"), "several trays with a4: 1, 2"),
    ):
        with pytest.raises(InputError, match=sentence):
            get_profile(known, *arguments)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[profile]\n", "this is not a TOML file"),
        ("[other]\n", r"'other' is not a key of a file of printers; the keys are profile"),
        ('[[profile]]\nprinter = "x"\n', r"profile 1 \(x\) needs 'tray'"),
        ('[[profile]]\nprinter = "x"\ntray = ""\npaper = "a4"\nscale_x = 99.8\n', "must be a number from 0.95 to 1.05"),
        ('[[profile]]\nprinter = "x"\ntray = 2\npaper = "a4"\n', "'tray' of .* must be a text; it is '2'"),
        ('[[profile]]\nprinter = "x"\ntray = ""\npaper = "a4"\noffset_x = nan\n', "from -20 to 20; it is 'nan'"),
    ],
)
def test_a_damaged_profile_file_is_reported_and_left_unchanged(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "printers.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=sentence) as caught:
        read_profiles(file)
    assert str(file) in str(caught.value)
    with pytest.raises(InputError):
        save_profiles([OFFICE], file)
    assert file.read_text(encoding="utf-8") == text
