#!/usr/bin/python3
"""A window of WebKitGTK as large as a phone's screen, for WebKitWebDriver to drive.

The system's own Python runs it, which has GTK. MiniBrowser's window is too wide for a phone, and it
forgets all when it ends. Its argument is the folder of the profile.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


def main(profile):
    """Wait for the driver, and open the window when it says so."""
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache"
    )
    context = WebKit2.WebContext(website_data_manager=manager)
    context.set_automation_allowed(True)
    context.connect("automation-started", begin)
    Gtk.main()


def begin(context, session):
    """Say who this is, without which the driver gives up."""
    info = WebKit2.ApplicationInfo()
    info.set_name("Phone")
    session.set_application_info(info)
    session.connect("create-web-view", lambda session: open_view(context))


def open_view(context):
    """A window with an empty page."""
    settings = WebKit2.Settings(
        enable_write_console_messages_to_stdout=True,
        # There is no graphics card; to play one costs more than to draw.
        hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
    )
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window(decorated=False, default_width=390, default_height=844)
    window.add(view)
    window.show_all()
    return view


if __name__ == "__main__":
    main(*sys.argv[1:])
